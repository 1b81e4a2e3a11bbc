package pipeline

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/workbook"
)

// firstPageRows is how many rows a table of the first page has; the sheets have
// all.
const firstPageRows = 12

// chartRows is how many of these a chart draws, without what is left over.
const chartRows = firstPageRows

// auditNotes say what the rows of a sheet are.
var auditNotes = map[*results.Table]string{
	results.AuditCauses:         "What differs, by cause. Over is withheld too much, under too little, net the one less the other.",
	results.AuditMunicipalities: "What differs, by municipality.",
	results.AuditMonths:         "What differs, by month of the pay date.",
	results.AuditPeople:         "Who was withheld from too much or too little.",
	results.AuditAmended:        "Returns of which some employee's tax differs, by the period in which the tax is remitted.",
	results.AuditRisks:          "What the inputs do not say, and what either answer would cost.",
	results.Audit:               "Each difference with its cause. The difference is the provider's tax less ours.",
	results.Problems:            sheetNotes[results.Problems],
}

// writeAuditReport makes the workbook from the tables as they were written.
func (a *audit) writeAuditReport(m *AuditManifest, words []string) error {
	var sheets []workbook.Table
	for _, t := range auditTables {
		sheets = append(sheets, workbook.Table{Name: t.Name, Columns: sheetColumns(t), Note: auditNotes[t],
			Open: func() (io.ReadCloser, error) { return a.stage.Open(t.File()) }})
	}
	return a.stage.Write(auditReport, func(w io.Writer) error {
		return workbook.Write(w, a.auditSummary(m, words), sheets, sheetLimit)
	})
}

func (a *audit) auditSummary(m *AuditManifest, words []string) workbook.Summary {
	s := workbook.Summary{Title: "What was withheld, and what the law requires", Words: words}
	if a.sums.all.n > 0 {
		causes, places, months := a.causesBlock(), a.auditPlacesBlock(), a.monthsBlock()
		s.Blocks = append(s.Blocks, a.requestsBlock(), causes, places, months, a.amendedBlock())
		for i, title := range []string{"by cause", "by municipality", "by month"} {
			s.Charts = append(s.Charts, workbook.Chart{Title: "Dollars " + title, Block: i + 1, Rows: chartRows, Series: []int{3, 4}, Upright: i == 2})
		}
		for i, title := range []string{"by cause", "by municipality", "by month"} {
			s.Charts = append(s.Charts, workbook.Chart{Title: "People " + title, Block: i + 1, Rows: chartRows, Series: []int{2}, Upright: i == 2})
		}
	}
	if len(a.sums.risks) > 0 {
		s.Blocks = append(s.Blocks, a.risksBlock())
	}
	s.Blocks = append(s.Blocks, inputsBlock(&Manifest{Inputs: m.Inputs}), workbook.Block{Heading: "Made by", Columns: []workbook.Column{{Name: "Program"}, {Name: "Ordinance data"}},
		Rows: [][]string{{"withhold " + m.Version, m.Schedules[:16]}}})
	return s
}

// amountColumns are the columns of a table of amounts.
func amountColumns(name string) []workbook.Column {
	return []workbook.Column{{Name: name}, {Name: "Differences", Kind: workbook.Count, Sum: true}, {Name: "People", Kind: workbook.Count},
		{Name: "Withheld too much", Kind: workbook.Money, Sum: true}, {Name: "Withheld too little", Kind: workbook.Money, Sum: true}}
}

func amountRow(name string, x *amounts) []string {
	return []string{name, strconv.Itoa(x.n), strconv.Itoa(x.people), x.over.String(), x.under.String()}
}

func (a *audit) causesBlock() workbook.Block {
	b := workbook.Block{Heading: "By cause", Columns: amountColumns("Cause"), Total: true}
	for c := calc.Agrees + 1; c < calc.NumCauses; c++ {
		if x := &a.sums.causes[c]; x.n > 0 {
			b.Rows = append(b.Rows, amountRow(causeWords[c], x))
		}
	}
	return b
}

func (a *audit) auditPlacesBlock() workbook.Block {
	b := workbook.Block{Heading: "By municipality", Columns: amountColumns("Municipality"), Total: true}
	var rest amounts
	names := byMoney(a.sums.places, strings.Compare)
	for i, name := range names {
		if i >= firstPageRows {
			rest.merge(a.sums.places[name])
			continue
		}
		b.Rows = append(b.Rows, amountRow(cmp.Or(name, "(none named)"), a.sums.places[name]))
	}
	if rest.n > 0 {
		// A person may be among several of these, so that people do not add up.
		row := amountRow(fmt.Sprintf("%d others", len(names)-firstPageRows), &rest)
		row[2] = ""
		b.Rows = append(b.Rows, row)
	}
	return b
}

func (a *audit) monthsBlock() workbook.Block {
	b := workbook.Block{Heading: "By month of the pay date", Columns: amountColumns("Month"), Total: true}
	for _, month := range slices.Sorted(maps.Keys(a.sums.months)) {
		b.Rows = append(b.Rows, amountRow(month.String(), a.sums.months[month]))
	}
	return b
}

// requestsBlock is what to ask the provider for, by what it did.
func (a *audit) requestsBlock() workbook.Block {
	b := workbook.Block{Heading: "What to ask the provider for", Columns: amountColumns("Ask to"), Total: true}
	keys := byMoney(a.sums.asks, func(x, y askKey) int {
		return cmp.Or(cmp.Compare(x.cause, y.cause), strings.Compare(x.detail, y.detail))
	})
	for _, k := range keys[:min(firstPageRows, len(keys))] {
		b.Rows = append(b.Rows, amountRow(requests[k.cause]+": "+k.detail, a.sums.asks[k]))
	}
	if more := len(keys) - firstPageRows; more > 0 {
		var rest amounts
		for _, k := range keys[firstPageRows:] {
			rest.merge(a.sums.asks[k])
		}
		row := amountRow(fmt.Sprintf("%d more, in the sheet audit", more), &rest)
		row[2] = ""
		b.Rows = append(b.Rows, row)
	}
	return b
}

// amendedBlock is what returns would be amended, by municipality.
func (a *audit) amendedBlock() workbook.Block {
	b := workbook.Block{Heading: "What amended returns would be due", Total: true, Columns: []workbook.Column{{Name: "Municipality"},
		{Name: "Returns", Kind: workbook.Count, Sum: true}, {Name: "More tax due", Kind: workbook.Money, Sum: true},
		{Name: "To claim back", Kind: workbook.Money, Sum: true}}}
	names := slices.SortedFunc(maps.Keys(a.sums.amended), func(x, y string) int {
		p, q := a.sums.amended[x], a.sums.amended[y]
		return cmp.Or(cmp.Compare(q.more+q.tooMuch, p.more+p.tooMuch), strings.Compare(x, y))
	})
	row := func(name string, x *amended) {
		b.Rows = append(b.Rows, []string{name, strconv.Itoa(x.returns), x.more.String(), x.tooMuch.String()})
	}
	var rest amended
	for i, name := range names {
		x := a.sums.amended[name]
		if i < firstPageRows {
			row(name, x)
			continue
		}
		rest.returns += x.returns
		rest.more += x.more
		rest.tooMuch += x.tooMuch
	}
	if rest.returns > 0 {
		row(fmt.Sprintf("%d others", len(names)-firstPageRows), &rest)
	}
	return b
}

// factWords are the facts that may be missing.
var factWords = map[string]string{"work_place": "where the work was", "work_log": "how many days were worked there",
	"residence": "where the person lives", "same_check": "whether two checks are one", "credit": "what the residence credits"}

func (a *audit) risksBlock() workbook.Block {
	b := workbook.Block{Heading: "Money at risk: what the inputs do not say", Columns: []workbook.Column{{Name: "Not known"},
		{Name: "Checks", Kind: workbook.Count, Sum: true}, {Name: "People", Kind: workbook.Count},
		{Name: "Costs, if yes", Kind: workbook.Money, Sum: true}, {Name: "Costs, if no", Kind: workbook.Money, Sum: true}}, Total: true}
	facts, who := map[string]*risk{}, map[string]map[*employee]bool{}
	for k, r := range a.sums.risks {
		made(facts, k.fact).add(r)
		if who[k.fact] == nil {
			who[k.fact] = map[*employee]bool{}
		}
		who[k.fact][k.who] = true
	}
	for _, fact := range slices.Sorted(maps.Keys(facts)) {
		r := facts[fact]
		b.Rows = append(b.Rows, []string{factWords[fact], strconv.Itoa(r.checks), strconv.Itoa(len(who[fact])), r.costYes.String(), r.costNo.String()})
	}
	return b
}
