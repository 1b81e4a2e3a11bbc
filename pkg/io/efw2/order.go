package efw2

import "slices"

// follows is what may come after each kind of record: RA, then for each employer
// RE, its employees (RW, with RO and any RS after it) and RT with RU and RV, and RF
// at the end.
var follows = map[string][]string{
	"":   {"RA"},
	"RA": {"RE"},
	"RE": {"RW"},
	"RW": {"RW", "RO", "RS", "RT"},
	"RO": {"RW", "RS", "RT"},
	"RS": {"RW", "RS", "RT"},
	"RT": {"RE", "RU", "RV", "RF"},
	"RU": {"RE", "RV", "RF"},
	"RV": {"RE", "RF"},
	"RF": {},
}

// inOrder says whether a record may come where it does. One of no known kind or out
// of place ends the reading, for what follows could not be told.
func (r *reader) inOrder() bool {
	switch {
	case slices.Contains(follows[r.before], r.kind):
		if r.kind == "RV" && r.states == 0 {
			r.lost(1, 2, "record", "RV without an RS of the same employer")
			return false
		}
		return true
	case r.before == "RF":
		r.kind = ""
		r.lost(0, 0, "", "nothing may follow RF")
	case follows[r.kind] == nil || r.kind == "":
		r.kind = ""
		r.lost(1, 2, "record", "no kind of record; it must be "+words(follows[r.before]))
	default:
		after := " after " + r.before
		if r.before == "" {
			after = " at the beginning"
		}
		r.lost(1, 2, "record", "out of order"+after+"; it must be "+words(follows[r.before]))
	}
	return false
}

// kindOf is the kind that a record of the wrong length claims, or "".
func kindOf(line []byte) string {
	if len(line) < 2 || follows[string(line[:2])] == nil {
		return ""
	}
	return string(line[:2])
}

func words(list []string) string {
	text := list[0]
	for i, w := range list[1:] {
		if i == len(list)-2 {
			text += " or " + w
		} else {
			text += ", " + w
		}
	}
	return text
}

// finish is the end of the file.
func (r *reader) finish() {
	if r.number == 0 {
		r.lost(0, 0, "", "the file is empty")
		return
	}
	if r.kind == "RF" {
		return
	}
	last := r.kind
	r.number, r.kind = 0, ""
	r.lost(0, 0, "", "the file ends after "+last+"; it must end with RF")
}
