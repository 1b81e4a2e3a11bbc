package ordinance

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

const known = `alpha,Alpha,city,Stark,11111,RITA,101,0.02,1,0.02,2018-01-01,,2026-08-11,2026-07-14,high,finder;rita,
beta,Beta,village,Stark,22222,self,,0.01,,,2004-01-01,2017-12-31,2020-07-11,,high,old,
beta,Beta,village,Stark,22222,self,,0.015,0.5,0.01,2018-01-01,,2026-08-11,2023,medium,finder;credits,
gamma-stark,Gamma (Stark),village,Stark,33333,CCA,,0.01,1,0.005,2010-01-01,,2026-08-11,2023,medium,finder;credits,
gamma-wayne,Gamma (Wayne),village,Wayne,33334,CCA,,0.01,1,0.01,2010-01-01,,2026-08-11,2023,medium,finder;credits,
delta,Delta,city,Stark,44444,self,,0.01,1,0.01,2010-01-01,,2026-08-11,2023,medium,finder;credits,
joint,Alpha Township JEDD,jedd,,,,,0.02,,,2010-01-01,,2026-09-01,,high,finder,
`

// small is a book of a few places, Delta's rate by ordinance.
func small(t testing.TB) *Book {
	t.Helper()
	state, err := fs.ReadFile(schedules.FS, "state.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b, err := loadOnly(map[string]string{
		"state.yaml": string(state), "sources.yaml": smallSources, "rates.csv": strings.Join(rateColumns, ",") + "\n" + known,
		"municipalities/delta.yaml": "id: delta\nname: Delta\nrate:\n  - {from: 2020-01-01, cite: Delta 1, rate: \"1%\"}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const smallSources = `finder: {title: F, cite: F, for: [rate]}
old: {title: O, cite: O, for: [rate]}
rita: {title: R, cite: R, for: [rate, credit]}
credits: {title: C, cite: C, for: [credit]}
`

// row is "name|fips|county|rate|from|to|factor up to limit|administrator code".
func row(t testing.TB, n int, text string) Update {
	t.Helper()
	cells := strings.Split(text, "|")
	for len(cells) < 8 {
		cells = append(cells, "")
	}
	u := Update{Row: n, Name: cells[0], FIPS: cells[1], County: cells[2], From: day(t, cells[4]), AsOf: "2027-01-15", Source: "table"}
	rate := func(s string) calc.Rate {
		r, err := calc.ParseRate(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	u.Rate = rate(cells[3])
	if cells[5] != "" {
		u.To = day(t, cells[5])
	}
	if factor, limit, ok := strings.Cut(cells[6], " up to "); ok {
		u.Credit = calc.Credit{Known: true, Factor: rate(factor), Limit: rate(limit)}
	}
	u.Administrator, u.Code, _ = strings.Cut(cells[7], " ")
	return u
}

// told is a comparison in a line for each change.
func told(c *Comparison) string {
	var b strings.Builder
	for _, x := range c.Changes {
		fmt.Fprintf(&b, "%s %s %s: %s>%s %s..%s", x.Kind, x.Field, x.Name, x.Old, x.New, x.From, x.To)
		for _, d := range x.Doubts {
			fmt.Fprintf(&b, " %s", d.Code)
		}
		if x.Left {
			b.WriteString(" left")
		}
		if x.Remark != "" {
			b.WriteString(" remark")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Each row of a table, what it changes, and the rows of the municipality that
// follow (without what stays the same in all of them).
func TestCompare(t *testing.T) {
	for _, c := range []struct{ what, rows, changes, follow string }{
		{"the same, read later", "ALPHA|11111||0.02|2018-01-01",
			"confirmed rate Alpha: 0.02>0.02 2018-01-01..", "alpha 0.02 1 0.02 2018-01-01.. 2027-01-15 table;rita"},
		{"a new rate: the old row ends the day before; a credit up to the old rate went with it", "Alpha|11111||0.025|2027-01-01",
			"changed rate Alpha: 0.02>0.025 2027-01-01.. remark",
			"alpha 0.02 1 0.02 2018-01-01..2026-12-31 2026-08-11 finder;rita\nalpha 0.025   2027-01-01.. 2027-01-15 table"},
		{"any other credit stays", "Beta|22222||0.02|2027-07-01",
			"changed rate Beta: 0.015>0.02 2027-07-01..",
			"beta 0.01   2004-01-01..2017-12-31 2020-07-11 old\nbeta 0.015 0.5 0.01 2018-01-01..2027-06-30 2026-08-11 finder;credits\nbeta 0.02 0.5 0.01 2027-07-01.. 2027-01-15 table;credits"},
		{"a credit that the table gives", "Alpha|11111||0.025|2027-01-01||1 up to 0.025",
			"changed rate Alpha: 0.02>0.025 2027-01-01..\nchanged credit Alpha: 1 up to 0.02>1 up to 0.025 2027-01-01..",
			"alpha 0.02 1 0.02 2018-01-01..2026-12-31 2026-08-11 finder;rita\nalpha 0.025 1 0.025 2027-01-01.. 2027-01-15 table"},
		{"a credit alone", "Alpha|11111||0.02|2018-01-01||0.5 up to 0.02",
			"changed credit Alpha: 1 up to 0.02>0.5 up to 0.02 2018-01-01..", "alpha 0.02 0.5 0.02 2018-01-01.. 2027-01-15 table"},
		{"another administrator: the code was the old one's", "Alpha|11111||0.02|2018-01-01|||CCA",
			"changed administrator Alpha: RITA>CCA 2018-01-01..", "alpha 0.02 1 0.02 2018-01-01.. 2027-01-15 table;rita CCA/"},
		{"another code", "Alpha|11111||0.02|2018-01-01|||RITA 999",
			"changed code Alpha: 101>999 2018-01-01..", "alpha 0.02 1 0.02 2018-01-01.. 2027-01-15 table;rita RITA/999"},
		{"the code of another", "Beta|22222||0.015|2018-01-01|||RITA 101",
			"changed administrator Beta: self>RITA 2018-01-01.. code_taken left\nchanged code Beta: >101 2018-01-01.. code_taken left", ""},
		{"a period that is over and the one after it", "Alpha|11111||0.02|2018-01-01|2026-12-31\nAlpha|11111||0.0225|2027-01-01",
			"changed rate Alpha: 0.02>0.0225 2027-01-01.. remark\nconfirmed rate Alpha: 0.02>0.02 2018-01-01..2026-12-31",
			"alpha 0.02 1 0.02 2018-01-01..2026-12-31 2027-01-15 table;rita\nalpha 0.0225   2027-01-01.. 2027-01-15 table"},
		{"the last period has an end", "Alpha|11111||0.02|2018-01-01|2026-12-31",
			"ended rate Alpha: 0.02> 2027-01-01..", "alpha 0.02 1 0.02 2018-01-01..2026-12-31 2027-01-15 table;rita"},
		{"an end in the past would take the present rate away", "Beta|22222||0.01|2004-01-01|2017-12-31",
			"ended rate Beta: 0.015> 2018-01-01.. before_present left", ""},
		{"a rate of zero", "Gamma|33333||0|2027-01-01",
			"ended rate Gamma (Stark): 0.01>0 2027-01-01.. big_change left", ""},
		{"days of which nothing was known", "Alpha|11111||0.02|2010-01-01",
			"added rate Alpha: >0.02 2010-01-01..", "alpha 0.02   2010-01-01..2017-12-31 2027-01-15 table\nalpha 0.02 1 0.02 2018-01-01.. 2027-01-15 table;rita"},
		{"days of which nothing was known, up to a row that is not said to follow", "Alpha|11111||0.01|2010-01-01\nAlpha|11111||0.02|2018-01-01",
			"added rate Alpha: >0.01 2010-01-01.. no_end left\nconfirmed rate Alpha: 0.02>0.02 2018-01-01.. left", ""},
		{"a new place in capitals", "NEW TOWN|55555||0.01|2027-01-01",
			"new rate New Town: >0.01 2027-01-01..", "new-town 0.01   2027-01-01.. 2027-01-15 table"},
		{"a new place of a name that is taken", "Gamma|55555|Medina|0.01|2027-01-01",
			"new rate Gamma (Medina): >0.01 2027-01-01..", "gamma-medina 0.01   2027-01-01.. 2027-01-15 table"},
		{"new places of one name, and one of two names", "NEW TOWN|55555|Stark|0.01|2027-01-01\nNEW TOWN|55556|Wayne|0.01|2027-01-01\nVILLAGE OF NEW TOWN|55555|Stark|0.0125|2028-01-01",
			"new rate New Town: >0.01 2027-01-01..\nnew rate New Town: >0.0125 2028-01-01..\nnew rate New Town (Wayne): >0.01 2027-01-01..",
			"new-town 0.01   2027-01-01..2027-12-31 2027-01-15 table\nnew-town 0.0125   2028-01-01.. 2027-01-15 table\nnew-town-wayne 0.01   2027-01-01.. 2027-01-15 table"},
		{"a place without a tax", "Nowhere Hills|55555||0|2002-01-01", "no tax rate Nowhere Hills: >0 2002-01-01..", ""},

		{"more than half a point", "Alpha|11111||0.0251|2027-01-01", "changed rate Alpha: 0.02>0.0251 2027-01-01.. big_change left remark", ""},
		{"half a point is not", "Alpha|11111||0.015|2027-01-01",
			"changed rate Alpha: 0.02>0.015 2027-01-01.. remark",
			"alpha 0.02 1 0.02 2018-01-01..2026-12-31 2026-08-11 finder;rita\nalpha 0.015   2027-01-01.. 2027-01-15 table"},
		{"over 3 %", "New Town|55555||0.031|2027-01-01", "new rate New Town: >0.031 2027-01-01.. high_rate left", ""},
		{"far ahead", "Alpha|11111||0.0225|2029-01-16", "changed rate Alpha: 0.02>0.0225 2029-01-16.. far_future left remark", ""},
		{"the past", "Beta|22222||0.0125|2015-01-01|2016-12-31\nBeta|22222||0.015|2018-01-01",
			"changed rate Beta: 0.01>0.0125 2015-01-01..2016-12-31 before_present left\nconfirmed rate Beta: 0.015>0.015 2018-01-01.. left", ""},
		{"a name that several have", "Gamma|||0.0125|2027-01-01", "new rate Gamma: >0.0125 2027-01-01.. several left", ""},
		{"its county settles it", "Gamma||Wayne|0.0125|2027-01-01",
			"changed rate Gamma (Wayne): 0.01>0.0125 2027-01-01.. remark",
			"gamma-wayne 0.01 1 0.01 2010-01-01..2026-12-31 2026-08-11 finder;credits\ngamma-wayne 0.0125   2027-01-01.. 2027-01-15 table"},
		{"its place code settles it", "GAMMA|33334||0.01|2010-01-01", "confirmed rate Gamma (Wayne): 0.01>0.01 2010-01-01..",
			"gamma-wayne 0.01 1 0.01 2010-01-01.. 2027-01-15 table;credits"},
		{"the code of one, the name of another", "Beta|11111||0.015|2027-01-01", "changed rate Alpha: 0.02>0.015 2027-01-01.. other_name left remark", ""},
		{"another code than the data have", "Alpha|99999||0.02|2018-01-01", "confirmed rate Alpha: 0.02>0.02 2018-01-01.. other_code left", ""},
		{"a county that the data do not have", "Alpha||Wayne|0.02|2018-01-01", "new rate Alpha (Wayne): >0.02 2018-01-01.. other_county left", ""},
		{"a slip of the pen", "Bet|||0.015|2018-01-01", "new rate Bet: >0.015 2018-01-01.. like_another left", ""},
		{"two rows of the same days", "Alpha|11111||0.02|2018-01-01\nAlpha|11111||0.0225|2018-01-01",
			"changed rate Alpha: 0.02>0.0225 2018-01-01.. overlap left remark\nconfirmed rate Alpha: 0.02>0.02 2018-01-01.. overlap left", ""},
		{"the same row twice", "Alpha|11111||0.02|2018-01-01\nAlpha|11111||0.02|2018-01-01",
			"confirmed rate Alpha: 0.02>0.02 2018-01-01..", "alpha 0.02 1 0.02 2018-01-01.. 2027-01-15 table;rita"},
		{"a rate that an ordinance file gives", "Delta|44444||0.0125|2027-01-01", "changed rate Delta: 0.01>0.0125 2027-01-01.. own_file left remark", ""},
		{"a joint district", "Alpha Twp. JEDD|||0.02|2010-01-01", "confirmed rate Alpha Township JEDD: 0.02>0.02 2010-01-01..", "joint 0.02   2010-01-01.. 2027-01-15 table"},
	} {
		var updates []Update
		for line := range strings.SplitSeq(c.rows, "\n") {
			updates = append(updates, row(t, len(updates)+2, line))
		}
		compared := small(t).Compare(updates, DefaultUpdateRules)
		if got := told(compared); got != c.changes+"\n" {
			t.Errorf("%s:\n%swant\n%s", c.what, got, c.changes)
		}
		var follow []string
		for _, id := range slices.Sorted(maps.Keys(compared.rows)) {
			for _, r := range compared.rows[id] {
				factor, limit := "", ""
				if r.credit.Known {
					factor, limit = r.credit.Factor.String(), r.credit.Limit.String()
				}
				text := fmt.Sprintf("%s %s %s %s %s..%s %s %s", r.ID, r.rate, factor, limit, r.from, r.to, r.AsOf, strings.Join(r.sources, ";"))
				if u := updates[0]; u.Administrator != "" {
					text += " " + r.Administrator + "/" + r.Code
				}
				follow = append(follow, text)
			}
		}
		if got := strings.Join(follow, "\n"); got != c.follow {
			t.Errorf("%s: rows\n%s\nwant\n%s", c.what, got, c.follow)
		}
		slices.Reverse(updates)
		if again := told(small(t).Compare(updates, DefaultUpdateRules)); again != told(compared) {
			t.Errorf("%s: with the rows in another order\n%s", c.what, again)
		}
	}
}

// Where a row could not be read, the others of its municipality wait for it: the
// end of an earlier rate is no end of the tax.
func TestCompareUnread(t *testing.T) {
	rules := DefaultUpdateRules
	rules.Accept = true
	unread := Update{Row: 3, Name: "Alpha", FIPS: "11111", Unread: true}
	c := small(t).Compare([]Update{row(t, 2, "Alpha|11111||0.02|2018-01-01|2026-12-31"), unread, row(t, 4, "Beta|22222||0.015|2018-01-01"),
		{Row: 5, Name: "Gamma", FIPS: "33333", Unread: true}}, rules)
	if got, want := told(c), "ended rate Alpha: 0.02> 2027-01-01.. left\nconfirmed rate Beta: 0.015>0.015 2018-01-01..\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if rows, places := c.Rows(); rows != 2 || places != 1 || slices.Contains(c.Missing, "Gamma (Stark)") {
		t.Errorf("%d rows of %d places; missing %q", rows, places, c.Missing)
	}
}

// What is doubtful but could be right is taken in on request; what cannot be is
// not.
func TestCompareAccept(t *testing.T) {
	rules := DefaultUpdateRules
	rules.Accept = true
	c := small(t).Compare([]Update{row(t, 2, "Alpha|11111||0.03|2027-01-01"), row(t, 3, "Gamma|||0.01|2027-01-01"), row(t, 4, "Beta|22222||0.04|2027-01-01")}, rules)
	if got, want := told(c), "new rate Gamma: >0.01 2027-01-01.. several left\n"+
		"changed rate Alpha: 0.02>0.03 2027-01-01.. big_change remark\n"+
		"changed rate Beta: 0.015>0.04 2027-01-01.. big_change high_rate left\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if len(c.Doubtful(true)) != 2 || len(c.Doubtful(false)) != 1 || len(c.Of(ChangeRate)) != 1 {
		t.Errorf("%d left, %d accepted, %d changed", len(c.Doubtful(true)), len(c.Doubtful(false)), len(c.Of(ChangeRate)))
	}
	if want := []string{"Alpha Township JEDD", "Delta", "Gamma (Stark)", "Gamma (Wayne)"}; !slices.Equal(c.Missing, want) || c.MissingJoint != 1 {
		t.Errorf("missing: %q, of them %d joint", c.Missing, c.MissingJoint)
	}
}

// What is written can be laid over the data, gives the rates of the table, and
// compared with it once more the table changes nothing.
func TestCompareThenLoad(t *testing.T) {
	updates := []Update{row(t, 2, "AKRON|01000||0.0275|2027-01-01"), row(t, 3, "New Town|99998||0.01|2027-01-01"),
		row(t, 4, "Aberdeen|00142||0.01|2004-01-01|2026-12-31"), row(t, 5, "ADA|00198||0.0165|2011-07-01")}
	c := book(t).Compare(updates, DefaultUpdateRules)
	var over, sources bytes.Buffer
	if err := c.WriteRates(&over); err != nil {
		t.Fatal(err)
	}
	src := &Source{Key: "table", Title: "A newer table: \"tried\"", Cite: "table 2027", For: []string{"rate", "credit"}, AsOf: "2027-01-15", Note: "x"}
	if err := WriteSource(&sources, src); err != nil {
		t.Fatal(err)
	}
	b, err := overlay(map[string]string{"rates.csv": over.String(), "sources.yaml": sources.String(), "suspicious.csv": "not,read\n"})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Source("table"); got == nil || got.Title != src.Title || got.AsOf != src.AsOf || !slices.Equal(got.For, src.For) {
		t.Errorf("the source: %+v", got)
	}
	for _, x := range []struct{ name, on, rate string }{
		{"Akron", "2026-12-31", "0.025"}, {"Akron", "2016-01-01", "0.0225"}, {"Akron", "2027-01-01", "0.0275"}, {"New Town", "2027-05-05", "0.01"},
		{"Aberdeen", "2026-12-31", "0.01"}, {"Ada", "2027-01-01", "0.0165"},
	} {
		if law := lawOn(t, b, x.name, x.on); law.Rate.String() != x.rate {
			t.Errorf("%s on %s: %s, want %s", x.name, x.on, law.Rate, x.rate)
		}
	}
	if _, err := find(t, b, "Aberdeen").On(day(t, "2027-01-01")); err == nil {
		t.Error("Aberdeen has a rate after its end")
	}
	for _, k := range ChangeKinds {
		if again := b.Compare(updates, DefaultUpdateRules).Of(k); k != ChangeNone && len(again) > 0 {
			t.Errorf("once more: %s", again[0].Kind)
		}
	}
	if len(c.Missing) != 821-3 {
		t.Errorf("%d missing", len(c.Missing))
	}
}
