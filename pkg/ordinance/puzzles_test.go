package ordinance

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// puzzles are names as payroll really has them. Each must mean the one place a
// clerk would mean, or be refused with what to write instead: never a neighbour.
var puzzles = []struct{ text, is, refused string }{
	// Mount and Saint, written out, cut short, with and without a point.
	{"Mt. Gilead", "Mount Gilead", ""},
	{"Mount Gilead", "Mount Gilead", ""},
	{"MT GILEAD VILLAGE", "Mount Gilead", ""},
	{"St. Clairsville", "St. Clairsville", ""},
	{"Saint Clairsville", "St. Clairsville", ""},
	{"ST CLAIRSVILLE OH", "St. Clairsville", ""},
	{"City of St. Marys, Ohio", "St. Marys", ""},
	{"Ft. Loramie", "Fort Loramie", ""},
	// What stands around a name.
	{"Village of Ottawa Hills", "Ottawa Hills", ""},
	{"The City of Columbus, OH", "Columbus", ""},
	{"Columbus city", "Columbus", ""},
	{"Dublin (Delaware)", "Dublin", ""},
	{"Dublin (Franklin)", "", `no municipality with a tax is called "Dublin (Franklin)"; write Dublin (Delaware)`},
	{"Centerville, Gallia County", "", `no municipality with a tax is called "Centerville, Gallia County"; write Centerville (Greene)`},
	{"Washington C.H.", "Washington Court House", ""},
	{"City of Washington Court House", "Washington Court House", ""},
	// Heights.
	{"Richmond Hts", "Richmond Heights", ""},
	{"Richmond Hgts.", "Richmond Heights", ""},
	{"CLEVELAND HTS., OHIO", "Cleveland Heights", ""},
	// One name within another is not the other.
	{"Columbus Grove", "Columbus Grove", ""},
	{"North Canton", "North Canton", ""},
	{"N. Canton", "North Canton", ""},
	{"St. Louisville", "St. Louisville", ""},
	{"Louisville", "Louisville", ""},
	{"Centerville", "Centerville", ""},
	{"Grove City", "Grove City", ""},
	// Case, accents, punctuation, blanks.
	{"  geneva ON the lake ", "Geneva-on-the-Lake", ""},
	{"Celína", "Celina", ""},
	{"SAWYER'S", "", `no municipality with a tax is called "SAWYER'S"; see withhold rates list`},
	{"Jersey–New Albany JEDD 1", "Jersey-New Albany JEDD 1", ""},
	// Joint districts have names of their own and are not the city in them.
	{"Jefferson Twp.-Washington Court House JEDD", "Jefferson Township-Washington Court House JEDD", ""},
	{"Apple Creek East Union Township JEDD II", "Apple Creek-East Union Twp JEDD II", ""},
	{"Bainbridge-Solon JEDD", "Bainbridge-Solon JEDD", ""},
	{"Solon", "Solon", ""},
	// Places that share a name: the county settles it, nothing else does.
	{"Oakwood", "", `"Oakwood" could be more than one place; write Oakwood (Cuyahoga), Oakwood (Montgomery) or Oakwood (Paulding)`},
	{"Oakwood Village", "", `"Oakwood Village" could be more than one place; write Oakwood (Cuyahoga), Oakwood (Montgomery) or Oakwood (Paulding)`},
	{"Oakwood, Paulding County", "Oakwood (Paulding)", ""},
	{"OAKWOOD (MONTGOMERY)", "Oakwood (Montgomery)", ""},
	{"oakwood cuyahoga", "Oakwood (Cuyahoga)", ""},
	// Administrators' codes: the same number is another place with another
	// administrator.
	{"RITA 023", "Aberdeen", ""},
	{"RITA 371", "Hilliard", ""},
	{"CCA 371", "Highland Hills", ""},
	{"371", "", `"371" could be more than one place; write Highland Hills or Hilliard`},
	{"CCA 023", "", `no municipality with a tax is called "CCA 023"; see withhold rates list`},
	{"01000", "Akron", ""},
	// Slips of the pen are answered, not followed.
	{"Columbsu", "", `no municipality with a tax is called "Columbsu"; write Columbus`},
	{"Mt. Gillead", "", `no municipality with a tax is called "Mt. Gillead"; write Mount Gilead`},
	{"Westervile", "", `no municipality with a tax is called "Westervile"; write Westerville, Centerville, Chesterville`},
	{"Columbus Township", "", `no municipality with a tax is called "Columbus Township"; see withhold rates list`},
	{"St.", "", `no municipality with a tax is called "St."; see withhold rates list`},
}

func TestPuzzles(t *testing.T) {
	b := book(t)
	for _, p := range puzzles {
		m, err := b.Find(p.text)
		switch {
		case p.is != "" && (err != nil || m.Name != p.is):
			t.Errorf("%q: %v, %v; want %s", p.text, m, err, p.is)
		case p.is == "" && (err == nil || err.Error() != p.refused):
			t.Errorf("%q: %v, %v; want %s", p.text, m, err, p.refused)
		}
	}
}

// Every name that places share is refused without the county, and means each of
// them with it.
func TestSharedNamesNeedTheCounty(t *testing.T) {
	b := book(t)
	shared := map[string][]string{}
	for _, m := range b.All() {
		if short, county, ok := strings.Cut(m.Name, " ("); ok {
			shared[short] = append(shared[short], m.Name)
			for _, text := range []string{m.Name, "Village of " + short + " (" + county, short + ", " + m.County + " County, Ohio"} {
				if found, err := b.Find(text); err != nil || found != m {
					t.Errorf("%s: %v, want %s", text, err, m.Name)
				}
			}
		}
	}
	if len(shared["Oakwood"]) != 3 {
		t.Errorf("%v: not three Oakwoods", shared)
	}
	for short, want := range shared {
		_, err := b.Find(short)
		var ambiguous *AmbiguousError
		if !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.Candidates, want) {
			t.Errorf("%s: %v", short, err)
		}
	}
}
