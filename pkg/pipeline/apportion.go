package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ordinance"
)

// This file apportions the net profits of businesses: a row of factors gives a
// row of apportionment.csv. Law: 001 (C), R.C. 718.02.

// Apportion reads factors, finds which part of each net profit belongs to the
// municipality and the tax on it, and writes what it found. Where a row does not
// say what the wages are, they are those of the ledger, if one is given.
func Apportion(ctx context.Context, o Options) (*TablesReport, error) {
	c := wholeTables{name: "apportion", kinds: record.ApportionKinds, writes: results.Apportionment, inputs: true, work: apportionAll}
	return c.do(ctx, o)
}

// An apportioned is a row of factors with what became of it.
type apportioned struct {
	*record.Factors
	at        *place
	factors   calc.Factors
	wagesFrom string
	cite      calc.Citation
	calc.Apportionment
	calc.ProfitTax
}

// Where the wages of a row are from.
const (
	wagesGiven  = "factors"
	wagesLedger = "ledger"
)

// business is one employer in one year.
type business struct {
	employer string
	year     int
}

func apportionAll(ctx context.Context, r *run, report *TablesReport) error {
	ledger, err := r.ledgerWages(ctx)
	if err != nil {
		return err
	}
	var list []*apportioned
	seen := map[string]*record.Factors{}
	for i := range r.factors {
		f := &r.factors[i]
		if f.Bad {
			continue
		}
		x := &apportioned{Factors: f}
		column, code, value, err := r.apportion(x, ledger)
		if err == nil {
			key := fmt.Sprintf("%s\x00%s\x00%d", f.EmployerID, x.at.ID, f.Year)
			if first := seen[key]; first != nil {
				column, code, value, err = "municipality", "duplicate", f.Municipality, fmt.Errorf("%s has this employer, municipality and year already; keep one row", at(first.Source))
			}
			seen[key] = f
		}
		if err != nil {
			if err := r.rowFault(&f.Source, column, code, value, err); err != nil {
				return err
			}
			continue
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *apportioned) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), strings.Compare(a.at.Name, b.at.Name), cmp.Compare(a.Year, b.Year))
	})
	if err := r.compareBusinesses(list); err != nil {
		return err
	}
	return r.writeApportionment(list, report)
}

// apportion finds the law and the tax of a row. What cannot be found sets the row
// aside.
func (r *run) apportion(x *apportioned, ledger *ledgerWages) (column, code, value string, err error) {
	if x.at, err = r.places.find(x.Municipality); err == nil && x.at == nil {
		err = errors.New("no municipality; write the one whose part of the net profit is asked for")
	}
	if err != nil {
		return "municipality", "municipality", x.Municipality, err
	}
	// The rate is that of the last day of the year; 001 says nothing of others.
	law, err := x.at.law(calc.NewDate(x.Year, 12, 31))
	if err != nil {
		return "year", "law_unknown", "", err
	}
	if law.NetProfit.Cite == "" {
		return "year", "law_unknown", "", fmt.Errorf("no rule on net profits is known for %s in %d; add a net_profit topic to municipalities/%s.yaml in a --schedules directory",
			x.at.Name, x.Year, x.at.ID)
	}
	wages, from, err := x.wages(ledger)
	if err != nil {
		return "wages_total", "wages", "", err
	}
	x.wagesFrom, x.cite = from, law.NetProfit.Cite
	x.factors = calc.Factors{calc.PropertyFactor: law.NetProfit.Property(x.Property, x.Rent), calc.ReceiptsFactor: x.Receipts, calc.WageFactor: wages}
	if x.Apportionment, err = x.factors.Apportion(); err != nil {
		return "property_total", "no_factor", "", fmt.Errorf("%w; correct them, or ask %s for another method [%s]", err, x.at.Name, x.cite)
	}
	x.ProfitTax = x.OnNetProfit(x.NetProfit, law.Rate)
	return "", "", "", r.noteApportion(x, law)
}

// wages are those of the row or, where it does not say, of the ledger.
func (x *apportioned) wages(ledger *ledgerWages) (f calc.Factor, from string, err error) {
	if x.WagesKnown {
		return x.Wages, wagesGiven, nil
	}
	if ledger == nil {
		return f, "", errors.New("it is blank, as wages_here is; write both, 0 where there are none anywhere, or give the ledger with --ledger")
	}
	f, err = ledger.of(x.EmployerID, x.Year, x.at)
	return f, wagesLedger, err
}

// noteApportion warns of what a reader of the row should know.
func (r *run) noteApportion(x *apportioned, law *calc.Law) error {
	var errs []error
	if x.Rent.Exists() && law.NetProfit.RentTimes == 0 {
		errs = append(errs, r.rowWarning(&x.Source, "rent_total", "rent_not_counted", x.Rent.Everywhere.String(),
			fmt.Sprintf("rents do not count for %s [%s]; property is counted at its original cost, owned or used", x.at.Name, x.cite)))
	}
	if before, err := x.at.law(calc.NewDate(x.Year, 1, 1)); err == nil && before.Rate != law.Rate {
		errs = append(errs, r.rowWarning(&x.Source, "year", "rate_changed", "", fmt.Sprintf("the rate of %s was %s when the year began and %s when it ended, which was used",
			x.at.Name, ordinance.Percent(before.Rate), ordinance.Percent(law.Rate))))
	}
	return errors.Join(errs...)
}

// compareBusinesses warns of rows of one business and year that cannot all be
// right: what is everywhere is the same in each, and what is in the places is no
// more than that.
func (r *run) compareBusinesses(list []*apportioned) error {
	firsts := map[business]*apportioned{}
	var here = map[business]*calc.Factors{}
	var errs []error
	for _, x := range list {
		key := business{x.EmployerID, x.Year}
		first := firsts[key]
		if first == nil {
			firsts[key], here[key] = x, &calc.Factors{}
			first = x
		}
		if x.NetProfit != first.NetProfit {
			errs = append(errs, r.rowWarning(&x.Source, "net_profit", "net_profit_differs", x.NetProfit.String(),
				fmt.Sprintf("%s has a net profit of %s for the same business and year", at(first.Source), first.NetProfit)))
		}
		for _, k := range calc.FactorKinds() {
			f, whole := x.given(k), first.given(k).Everywhere
			sum := &here[key][k].Here
			before := *sum
			*sum += f.Here
			switch {
			case f.Everywhere != whole:
				errs = append(errs, r.rowWarning(&x.Source, k.String()+"_total", "total_differs", f.Everywhere.String(),
					fmt.Sprintf("%s has %s everywhere for the same business and year", at(first.Source), whole)))
			case *sum > whole && before <= whole:
				errs = append(errs, r.rowWarning(&x.Source, k.String()+"_here", "more_than_all", f.Here.String(),
					fmt.Sprintf("with it the municipalities of the business have %s, more than the %s everywhere", *sum, whole)))
			}
		}
	}
	return errors.Join(errs...)
}

// given is a factor as municipalities have it in common: without rents, which
// not all of them count.
func (x *apportioned) given(k calc.FactorKind) calc.Factor {
	if k == calc.PropertyFactor {
		return x.Property
	}
	return x.factors[k]
}

func (r *run) writeApportionment(list []*apportioned, report *TablesReport) error {
	var taxable, tax calc.Cents
	businesses := map[business]bool{}
	for _, x := range list {
		taxable, tax = taxable+x.Taxable, tax+x.Tax
		businesses[business{x.EmployerID, x.Year}] = true
		if err := r.out.row(results.Apportionment, x.write); err != nil {
			return err
		}
	}
	report.Manifest.Control = map[string]string{"taxable": taxable.String(), "tax": tax.String()}
	report.Words = fmt.Sprintf("%s, %s: $%s taxable, $%s tax", counted(len(list), "row"), counted(len(businesses), "net profit"), taxable, tax)
	return nil
}

func (x *apportioned) write(row *results.Row) {
	row.Text(x.EmployerID)
	row.Text(x.at.Name)
	row.Count(x.Year)
	for _, k := range calc.FactorKinds() {
		if x.factors[k].Exists() {
			row.Share(x.Apportionment.Factors[k])
		} else {
			row.Text("")
		}
	}
	row.Count(x.Used)
	row.Share(x.Share)
	row.Money(x.NetProfit)
	row.Money(x.Taxable)
	row.Rate(x.Rate)
	row.Money(x.Tax)
	row.Text(x.wagesFrom)
	row.Text(string(x.cite))
}

// counted is a number of things: 1 row, 2 rows.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
