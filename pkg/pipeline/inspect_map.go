package pipeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/table"
)

// draft is a mapping for a person to edit: of a product that was recognised,
// what it needs besides; of any other file, its columns with what they may be.
func (i *inspector) draft(t *table.Table, m *mapping.Mapping) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# How %s is read. Check every line; docs/mapping.md says what can be written here.\n", i.File)
	if m != nil && m.Profile != nil && m.Profile.Name != "" && m.Profile.Refuse == "" {
		fmt.Fprintf(&b, "like: %s\n\nconstants:\n", m.Profile.Name)
		for _, name := range slices.Concat(m.Profile.Needs, []string{"employer_id"}) {
			if strings.Contains(b.String(), " "+name+":") {
				continue
			}
			fmt.Fprintf(&b, "  # %s: \n", name)
		}
		fmt.Fprintf(&b, "\n# What the built-in mapping says, for reference. A line of it written above replaces it.\n#\n")
		for line := range strings.Lines(string(mapping.ProfileText(m.Profile.Name))) {
			b.WriteString(strings.TrimRight("# "+line, " \n") + "\n")
		}
		return b.String()
	}
	fmt.Fprintf(&b, "table: %s\n", i.kind.Name)
	if t.Sheet != "" {
		fmt.Fprintf(&b, "sheet: %s\n", quoted(t.Sheet))
	}
	i.draftColumns(&b, t)
	return b.String()
}

// draftColumns writes the columns that have a likely meaning, those needed that
// have none, and the rest as a remark.
func (i *inspector) draftColumns(b *strings.Builder, t *table.Table) {
	header := i.header
	taken := map[string]bool{}
	means := map[string]string{}
	for _, name := range i.kind.Columns {
		for _, s := range append([]string{name}, synonyms[name]...) {
			at := slices.IndexFunc(header, func(h string) bool { return table.Key(h) == table.Key(s) && !taken[h] })
			if at >= 0 {
				means[name], taken[header[at]] = header[at], true
				break
			}
		}
	}
	b.WriteString(i.draftDates(t, header, means))
	b.WriteString("\ncolumns:\n")
	for _, name := range i.kind.Columns {
		switch {
		case means[name] != "":
			fmt.Fprintf(b, "  %s: %s\n", name, quoted(means[name]))
		case slices.Contains(i.kind.Needed, name):
			fmt.Fprintf(b, "  # %s:      which column is it? It is needed; or give it under constants.\n", name)
		}
	}
	var rest []string
	for _, h := range header {
		if !taken[h] && h != "" {
			rest = append(rest, h)
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(b, "\n# Not read: %s\n", strings.Join(rest, ", "))
	}
	b.WriteString("\n# constants:\n#   employer_id: \"0042\"\n")
}

// draftDates says what the first dates show of their order. It is decided by the
// person who knows the file.
func (i *inspector) draftDates(t *table.Table, header []string, means map[string]string) string {
	first, second, slashed := false, false, false
	for _, name := range []string{"pay_date", "date", "period_start", "period_end"} {
		column := slices.Index(header, means[name])
		if means[name] == "" || column < 0 {
			continue
		}
		for _, l := range t.Head() {
			if l.Row <= i.Header || column >= len(l.Cells) {
				continue
			}
			p := strings.FieldsFunc(l.Cells[column], func(r rune) bool { return r == '/' || r == '.' || r == '-' })
			if len(p) < 3 || len(p[0]) > 2 {
				continue
			}
			slashed = true
			a, _ := strconv.Atoi(p[0])
			c, _ := strconv.Atoi(p[1])
			first, second = first || a > 12, second || c > 12
		}
	}
	switch {
	case !slashed:
		return ""
	case second && !first:
		return "dates: mdy      # a day beyond the 12th stands second\n"
	case first && !second:
		return "dates: dmy      # a day beyond the 12th stands first\n"
	}
	return "# dates: mdy      month or day first? The first rows do not tell: write mdy or dmy.\n"
}

// quoted is a text as YAML takes it for nothing else.
func quoted(s string) string {
	plain := s != "" && !strings.ContainsAny(s, ":#\"'\\[]{},&*!|>%@`") && strings.TrimSpace(s) == s && s[0] != '-' && s[0] != '?'
	if _, err := strconv.ParseFloat(s, 64); plain && err != nil && !slices.Contains([]string{"yes", "no", "true", "false", "null", "~"}, strings.ToLower(s)) {
		return s
	}
	return strconv.Quote(s)
}
