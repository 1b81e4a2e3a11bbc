// Package conformance says what every backend of a ledger must do, as tests: a
// backend calls [Run] with a function that opens an empty ledger. What passes
// here serves package ledger; nothing else is asked of it.
package conformance

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// Run runs all tests. open gives an empty ledger, which is closed with the test.
func Run(t *testing.T, open func(t *testing.T) ledger.Store) {
	for name, test := range map[string]func(*testing.T, ledger.Store){
		"post":                   post,
		"repost":                 repost,
		"correct":                correct,
		"recompute":              recompute,
		"reverse":                reverse,
		"rollback":               rollback,
		"facts":                  facts,
		"closed":                 closed,
		"posted":                 posted,
		"amendments":             amendments,
		"reads see no open post": isolation,
		"many":                   many,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

var ctx = context.Background()

// Check makes a check of one line.
func Check(employee, id string, paid calc.Date, gross, tax calc.Cents) *ledger.Check {
	content := ledger.AppendRow(ledger.AppendCell(nil, 7, gross.String()))
	return &ledger.Check{Key: ledger.Key{EmployerID: "E1", EmployeeID: employee, CheckID: id, PayDate: paid}, Content: content,
		Lines: []ledger.Line{{Municipality: "village-000", Role: "work", Rate: 125_000_000, Wages: gross, Subject: gross, Required: tax, Withheld: tax,
			Slot: int32(calc.MonthOf(paid)) * 32, Citations: "a citation"}}}
}

var january, february = calc.NewDate(2026, 1, 9), calc.NewDate(2026, 2, 13)

// run posts checks in one transaction, and gives what its balances were.
func run(t *testing.T, s ledger.Store, checks ...*ledger.Check) (ledger.Counts, []ledger.Balance) {
	t.Helper()
	tx, err := s.Begin(ctx)
	fatal(t, err)
	var balances []ledger.Balance
	p := ledger.NewPoster(ctx, s, tx)
	p.Balances = func(_ string, list []ledger.Balance) error { balances = append(balances, list...); return nil }
	for _, c := range checks {
		fatal(t, p.Post(c))
	}
	fatal(t, p.Finish())
	_, err = tx.Commit(ledger.Run{ID: "id", Started: "2026-01-09T12:00:00Z", Who: "dana", Version: "v1", Schedules: "hash", Out: "/out",
		Inputs: []ledger.Input{{Name: "payroll.csv", SHA256: "abc", Bytes: 10, Rows: len(checks)}}})
	fatal(t, err)
	return p.Counts, balances
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// inForce are the checks in force.
func inForce(t *testing.T, s ledger.Store, q ledger.Query) (list []*ledger.Check) {
	t.Helper()
	for c, err := range s.Checks(ctx, q) {
		fatal(t, err)
		list = append(list, c)
	}
	return list
}

func sums(t *testing.T, s ledger.Store) map[ledger.SumKey]ledger.Amounts {
	t.Helper()
	m, err := s.Sums(ctx, "E1")
	fatal(t, err)
	return m
}

func key(employee string, d calc.Date) ledger.SumKey {
	return ledger.SumKey{Municipality: "village-000", Slot: int32(calc.MonthOf(d)) * 32, EmployeeID: employee}
}

func amounts(n int64, subject, tax calc.Cents) ledger.Amounts {
	return ledger.Amounts{Lines: n, Subject: subject, Required: tax, Withheld: tax}
}

func post(t *testing.T, s ledger.Store) {
	counts, balances := run(t, s, Check("1", "a", january, 1000_00, 12_50), Check("1", "b", february, 2000_00, 25_00))
	same(t, "counts", counts, ledger.Counts{New: 2})
	same(t, "balance", balances[0], ledger.Balance{SumKey: key("1", january), After: amounts(1, 1000_00, 12_50)})
	list := inForce(t, s, ledger.Query{Content: true})
	if len(list) != 2 || list[0].CheckID != "a" || list[0].PayDate != january || list[0].Run != 1 {
		t.Fatalf("in force: %+v", list)
	}
	same(t, "content", list[0].Content, Check("1", "a", january, 1000_00, 12_50).Content)
	lines := Check("1", "b", february, 2000_00, 25_00).Lines
	lines[0].Citations = ""
	same(t, "lines", inForce(t, s, ledger.Query{Lines: true})[1].Lines, lines)
	same(t, "from February", len(inForce(t, s, ledger.Query{From: february})), 1)
	same(t, "to January", len(inForce(t, s, ledger.Query{EmployerID: "E1", To: january})), 1)
	same(t, "of nobody", len(inForce(t, s, ledger.Query{Employees: []string{"2"}})), 0)
	same(t, "of election pay", len(inForce(t, s, ledger.Query{Election: true})), 0)
	runs, err := s.Runs(ctx)
	fatal(t, err)
	same(t, "runs", runs, []ledger.Run{{Number: 1, ID: "id", Started: "2026-01-09T12:00:00Z", Who: "dana", Version: "v1", Schedules: "hash", Out: "/out",
		Inputs: []ledger.Input{{Name: "payroll.csv", SHA256: "abc", Bytes: 10, Rows: 2}}}})
	fatal(t, s.Confirm(ctx, 1))
	runs, err = s.Runs(ctx)
	fatal(t, err)
	same(t, "confirmed", runs[0].Confirmed, true)
}

func repost(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50))
	before := inForce(t, s, ledger.Query{Content: true})
	counts, balances := run(t, s, Check("1", "a", january, 1000_00, 12_50))
	same(t, "counts", counts, ledger.Counts{Same: 1})
	same(t, "balance", balances[0].Before, balances[0].After)
	same(t, "in force", inForce(t, s, ledger.Query{Content: true}), before)
	runs, err := s.Runs(ctx)
	fatal(t, err)
	same(t, "a run that posted nothing leaves no trace", len(runs), 1)
}

func correct(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50), Check("2", "b", january, 100_00, 1_25))
	counts, balances := run(t, s, Check("1", "a", january, 1200_00, 15_00), Check("1", "c", january+1, 400_00, 5_00))
	same(t, "counts", counts, ledger.Counts{New: 1, Replaced: 1})
	same(t, "balance", balances[0], ledger.Balance{SumKey: key("1", january), Amended: true, Before: amounts(1, 1000_00, 12_50),
		Corrected: amounts(1, 1200_00, 15_00), After: amounts(2, 1600_00, 20_00)})
	same(t, "sums", sums(t, s), map[ledger.SumKey]ledger.Amounts{key("1", january): amounts(2, 1600_00, 20_00), key("2", january): amounts(1, 100_00, 1_25)})
	same(t, "in force", len(inForce(t, s, ledger.Query{})), 3)
}

// recompute: the same rows with other lines replace, and are told apart.
func recompute(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50))
	other := Check("1", "a", january, 1000_00, 12_50)
	other.Lines[0].Municipality = "village-002"
	counts, _ := run(t, s, other)
	same(t, "counts", counts, ledger.Counts{Relined: 1})
	moved := key("1", january)
	moved.Municipality = "village-002"
	same(t, "sums", sums(t, s), map[ledger.SumKey]ledger.Amounts{moved: amounts(1, 1000_00, 12_50)})
}

func reverse(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50))
	run(t, s, Check("1", "a-reversed", january, -1000_00, -12_50))
	same(t, "sums", sums(t, s), map[ledger.SumKey]ledger.Amounts{key("1", january): amounts(2, 0, 0)})
}

func rollback(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50))
	before := sums(t, s)
	tx, err := s.Begin(ctx)
	fatal(t, err)
	p := ledger.NewPoster(ctx, s, tx)
	fatal(t, p.Post(Check("1", "a", january, 5_00, 1)))
	fatal(t, p.Finish())
	fatal(t, tx.Rollback())
	same(t, "sums", sums(t, s), before)
	same(t, "in force", len(inForce(t, s, ledger.Query{})), 1)
	run(t, s, Check("1", "a", january, 900_00, 11_25)) // and the next may begin
}

func facts(t *testing.T, s ledger.Store) {
	set := func(content string) bool {
		tx, err := s.Begin(ctx)
		fatal(t, err)
		changed, err := tx.SetFact(ledger.Fact{Kind: "employees", EmployerID: "E1", EmployeeID: "1", Content: content})
		fatal(t, err)
		_, err = tx.Commit(ledger.Run{ID: content, Started: "2026-01-09T12:00:00Z"})
		fatal(t, err)
		return changed
	}
	same(t, "first", set("a"), true)
	same(t, "again", set("a"), false)
	same(t, "other", set("b"), true)
	var list []ledger.Fact
	for f, err := range s.Facts(ctx, "employees") {
		fatal(t, err)
		list = append(list, f)
	}
	same(t, "in force", list, []ledger.Fact{{Kind: "employees", EmployerID: "E1", EmployeeID: "1", Content: "b"}})
	tx, err := s.Begin(ctx)
	fatal(t, err)
	for _, c := range []string{"c", "c", "d"} { // thrice in one run
		_, err := tx.SetFact(ledger.Fact{Kind: "history", EmployerID: "E1", Item: "none", Content: c})
		fatal(t, err)
	}
	_, err = tx.Commit(ledger.Run{ID: "thrice", Started: "2026-01-09T12:00:00Z"})
	fatal(t, err)
	list = nil
	for f, err := range s.Facts(ctx, "history") {
		fatal(t, err)
		list = append(list, f)
	}
	same(t, "in force, given thrice", list, []ledger.Fact{{Kind: "history", EmployerID: "E1", Item: "none", Content: "d"}})
	for f, err := range s.Facts(ctx, "employers") {
		t.Fatalf("a fact of another kind: %v, %v", f, err)
	}
}

func closed(t *testing.T, s ledger.Store) {
	q1 := ledger.Closed{EmployerID: "E1", Municipality: "village-000", Period: "2026-Q1", From: calc.NewDate(2026, 1, 1), To: calc.NewDate(2026, 3, 31),
		Remitted: 12_50, At: "2026-04-10T12:00:00Z", Who: "dana"}
	shut := func(started string, list ...ledger.Closed) int64 {
		n, err := s.ClosePeriods(ctx, ledger.Run{ID: "remit", Started: started, Who: "dana"}, list)
		fatal(t, err)
		return n
	}
	first := shut(q1.At, q1)
	q1.Run = first
	before := q1
	q1.Remitted, q1.Credit, q1.PaidOn, q1.At = 13_00, -50, calc.NewDate(2026, 4, 9), "2026-07-10T12:00:00Z"
	q2 := q1
	q2.Period, q2.From, q2.To = "2026-Q2", calc.NewDate(2026, 4, 1), calc.NewDate(2026, 6, 30)
	second := shut(q1.At, q1, q2)
	q1.Run, q2.Run = second, second
	read := func(list []ledger.Closed, err error) []ledger.Closed { fatal(t, err); return list }
	same(t, "closed", read(s.Closed(ctx, "E1")), []ledger.Closed{q1, q2})
	same(t, "before the second", read(s.ClosedBefore(ctx, "E1", second)), []ledger.Closed{before})
	same(t, "before the first", len(read(s.ClosedBefore(ctx, "E1", first))), 0)
	same(t, "settled", q1.Settled(), calc.Cents(12_50))
	same(t, "of another", len(read(s.Closed(ctx, "E2"))), 0)
	ids, err := s.Employers(ctx)
	fatal(t, err)
	same(t, "employers", ids, []string{"E1"})
	runs, err := s.Runs(ctx)
	fatal(t, err)
	same(t, "runs", runs, []ledger.Run{{Number: first, ID: "remit", Started: before.At, Who: "dana"}, {Number: second, ID: "remit", Started: q1.At, Who: "dana"}})
}

func posted(t *testing.T, s ledger.Store) {
	run(t, s, Check("1", "a", january, 1000_00, 12_50), Check("2", "b", february, 100_00, 1_25))
	run(t, s, Check("1", "a", january, 1200_00, 15_00))
	all := func(q ledger.Query) (list []string) {
		for x, err := range s.Posted(ctx, q) {
			fatal(t, err)
			list = append(list, fmt.Sprintln(x.EmployeeID, x.CheckID, x.PayDate, x.Municipality, x.Role, x.Rate, x.Wages, x.Subject, x.Required, x.Withheld, x.Slot))
		}
		return list
	}
	slot := func(d calc.Date) int32 { return int32(calc.MonthOf(d)) * 32 }
	first := fmt.Sprintln("1", "a", january, "village-000", "work", calc.Rate(125_000_000), "1200.00", "1200.00", "15.00", "15.00", slot(january))
	second := fmt.Sprintln("2", "b", february, "village-000", "work", calc.Rate(125_000_000), "100.00", "100.00", "1.25", "1.25", slot(february))
	same(t, "lines in force", all(ledger.Query{EmployerID: "E1"}), []string{first, second})
	same(t, "lines of January", all(ledger.Query{To: january}), []string{first})
	same(t, "lines of one employee", all(ledger.Query{Employees: []string{"2"}}), []string{second})
	before := strings.ReplaceAll(strings.Replace(first, "15.00 15.00", "12.50 12.50", 1), "1200.00", "1000.00")
	same(t, "lines as of the first run", all(ledger.Query{AsOf: 1}), []string{before, second})
	same(t, "lines as of the second", all(ledger.Query{AsOf: 2}), []string{first, second})
	tx, err := s.Begin(ctx)
	fatal(t, err)
	for _, kind := range []string{"history", "employees"} {
		_, err := tx.SetFact(ledger.Fact{Kind: kind, EmployerID: "of " + kind})
		fatal(t, err)
	}
	_, err = tx.Commit(ledger.Run{ID: "facts"})
	fatal(t, err)
	ids, err := s.Employers(ctx)
	fatal(t, err)
	same(t, "employers", ids, []string{"E1", "of history"})
}

func amendments(t *testing.T, s ledger.Store) {
	tx, err := s.Begin(ctx)
	fatal(t, err)
	a := ledger.Amendment{EmployerID: "E1", Municipality: "Village 000", Period: "2026-Q1", Before: 12_50, After: -1}
	fatal(t, tx.Amend(a))
	part := ledger.EmployeeAmendment{EmployerID: "E1", Municipality: "Village 000", Period: "2026-Q1", EmployeeID: "1",
		Before: ledger.Amounts{Required: 12_50, Withheld: 12_00}, After: ledger.Amounts{Required: -1}}
	fatal(t, tx.AmendEmployee(part))
	n, err := tx.Commit(ledger.Run{ID: "x", Started: "2026-01-09T12:00:00Z"})
	fatal(t, err)
	list, err := s.Amendments(ctx, n)
	fatal(t, err)
	same(t, "amendments", list, []ledger.Amendment{a})
	parts, err := s.EmployeeAmendments(ctx, n)
	fatal(t, err)
	same(t, "amendments by employee", parts, []ledger.EmployeeAmendment{part})
}

func isolation(t *testing.T, s ledger.Store) {
	tx, err := s.Begin(ctx)
	fatal(t, err)
	for i := range 250 {
		fatal(t, tx.Post(Check("1", fmt.Sprintf("%04d", i), january, 1_00, 1)))
	}
	same(t, "seen before it is committed", len(inForce(t, s, ledger.Query{})), 0)
	_, err = tx.Commit(ledger.Run{ID: "x", Started: "2026-01-09T12:00:00Z"})
	fatal(t, err)
	same(t, "seen after", len(inForce(t, s, ledger.Query{})), 250)
}

// many: more than any statement takes at once, corrected in part.
func many(t *testing.T, s ledger.Store) {
	const n = 1234
	var first, second []*ledger.Check
	for i := range n {
		id := fmt.Sprintf("%05d", i)
		first = append(first, Check(id, "a", january, 100_00, 1_25))
		gross, tax := calc.Cents(100_00), calc.Cents(1_25)
		if i%3 == 0 {
			gross, tax = 200_00, 2_50
		}
		second = append(second, Check(id, "a", january, gross, tax))
	}
	run(t, s, first...)
	counts, balances := run(t, s, second...)
	same(t, "counts", counts, ledger.Counts{Same: n - (n+2)/3, Replaced: (n + 2) / 3})
	same(t, "balances", len(balances), n)
	same(t, "in force", len(inForce(t, s, ledger.Query{EmployerID: "E1"})), n)
}
