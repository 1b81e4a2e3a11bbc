package ordinance

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	b := book(t)
	for text, want := range map[string]string{
		"Dublin": "Dublin", "dublin": "Dublin", " DUBLIN ": "Dublin", "City of Dublin": "Dublin", "CITY OF DUBLIN, OHIO": "Dublin",
		"Dublin, OH": "Dublin", "Dublin Ohio": "Dublin", "Dublin, City of": "Dublin", "Dublin City": "Dublin", "The City of Dublin": "Dublin",
		"Grove City": "Grove City", "City of Grove City": "Grove City", "Bay Village": "Bay Village", "Village of Orange": "Orange",
		"Cleveland Hts": "Cleveland Heights", "cleveland hts.": "Cleveland Heights", "Garfield Hts, OH": "Garfield Heights",
		"St Marys": "St. Marys", "Saint Marys": "St. Marys", "ST. MARYS": "St. Marys", "St. Mary's": "St. Marys",
		"Mt Vernon": "Mount Vernon", "Mt. Vernon": "Mount Vernon", "Mount Vernon": "Mount Vernon",
		"N. Olmsted": "North Olmsted", "S Euclid": "South Euclid", "E. Cleveland": "East Cleveland", "Ft. Recovery": "Fort Recovery",
		"01000": "Akron", "FIPS 01000": "Akron", "akron": "Akron",
		"RITA 450": "Macedonia", "rita-450": "Macedonia", "RITA:450": "Macedonia", "450": "Macedonia", "RITA 023": "Aberdeen", "RITA 23": "Aberdeen",
		"Oakwood (Cuyahoga)": "Oakwood (Cuyahoga)", "Oakwood, Cuyahoga": "Oakwood (Cuyahoga)", "oakwood cuyahoga county": "Oakwood (Cuyahoga)",
		"Village of Oakwood (Paulding)": "Oakwood (Paulding)", "Oakwood (Montgomery), OH": "Oakwood (Montgomery)", "oakwood-cuyahoga": "Oakwood (Cuyahoga)",
		"Orange (Cuyahoga)": "Orange", "village 000": "Village 000", "village-000": "Village 000", "Village of Village 005": "Village 005",
		"Municipality 004": "Municipality 004", "Village of Burton-Burton Twp JEDD": "Village of Burton-Burton Twp JEDD",
	} {
		m, err := b.Find(text)
		if err != nil || m.Name != want {
			t.Errorf("%q: %v, %v; want %s", text, m, err, want)
		}
	}
	for _, m := range b.All() {
		for _, text := range []string{m.Name, m.ID, strings.ToUpper(m.Name), "City of " + m.Name} {
			if found, err := b.Find(text); err != nil || found != m {
				t.Errorf("%q: %v, want %s", text, err, m.Name)
			}
		}
	}
}

func TestFindAmbiguous(t *testing.T) {
	b := book(t)
	three := []string{"Oakwood (Cuyahoga)", "Oakwood (Montgomery)", "Oakwood (Paulding)"}
	for text, want := range map[string][]string{
		"Oakwood": three, "city of oakwood": three, "Oakwood, OH": three, "Village of Oakwood": three,
		// There is a Shawnee Hills in Greene County as well, which levies no tax.
		"Shawnee Hills": {"Shawnee Hills (Delaware)"},
	} {
		_, err := b.Find(text)
		var ambiguous *AmbiguousError
		if !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.Candidates, want) || ambiguous.Name != text {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFindNothing(t *testing.T) {
	b := book(t)
	for text, nearest := range map[string]string{
		"Clevland": "Cleveland", "Columbsu": "Columbus", "city of Toldeo": "Toledo", "Cincinatti, OH": "Cincinnati",
		"Middleberg Hts": "Middleburg Heights", "Oakwod (Cuyahoga)": "Oakwood (Cuyahoga)", "Village 00": "Village 000",
		"Timbuktu": "", "": "", "  ": "", "99999": "", "RITA 999": "",
		strings.Repeat("Cleveland ", 100_000): "",
	} {
		_, err := b.Find(text)
		var missing *NotFoundError
		if !errors.As(err, &missing) || missing.Name != text {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		if nearest == "" {
			if len(missing.Nearest) > 0 && len(text) > 100 {
				t.Errorf("%.40q: nearest %q", text, missing.Nearest)
			}
			continue
		}
		if len(missing.Nearest) == 0 || missing.Nearest[0] != nearest || !strings.Contains(err.Error(), "write "+nearest) {
			t.Errorf("%.40q: %.200v", text, err)
		}
	}
}

// A bare code that two administrators use means neither of them.
func TestBareCodeOfTwoAdministrators(t *testing.T) {
	head := strings.Join(rateColumns, ",") + "\n"
	b, err := overlay(map[string]string{"rates.csv": head +
		"x-ville,X Ville,village,Stark,,CCA,450,0.01,,,2004-01-01,,2026,,high,finder-2026-08,\n"})
	if err != nil {
		t.Fatal(err)
	}
	var ambiguous *AmbiguousError
	if _, err := b.Find("450"); !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.Candidates, []string{"Macedonia", "X Ville"}) {
		t.Errorf("450: %v", err)
	}
	for text, want := range map[string]string{"RITA 450": "Macedonia", "CCA 450": "X Ville"} {
		if m, err := b.Find(text); err != nil || m.Name != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
