package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
)

// A RemittanceQuery is which remittances are to be explained. Employer may be
// blank where there is one; a blank municipality is all of them.
type RemittanceQuery struct {
	Employer     string
	Municipality string
	Period       string // 2026-03, 2026-Q1
}

// A RemittanceExplanation is how one remittance came about.
type RemittanceExplanation = explanation.Remittance

// ExplainRemittances says how remittances and their determinations came about,
// from inputs, as Run would make them. Nothing is written. That nothing matches
// is an error.
func ExplainRemittances(ctx context.Context, o Options, q RemittanceQuery) (list []explanation.Remittance, err error) {
	r, done, err := look(o, record.PayrollKind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	if err := errors.Join(r.survey(ctx), r.compute(ctx)); err != nil {
		return nil, err
	}
	x := remittanceExplainer{run: r, RemittanceQuery: q}
	if err := x.choose(); err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(r.people.employers)) {
		if q.Employer == "" || id == q.Employer {
			e := r.people.employers[id]
			e.incomplete = e.incomplete || r.unread
			x.employer(e)
		}
	}
	return x.list, x.nothing()
}

// ExplainPosted says the same from a ledger, closed periods as well.
func ExplainPosted(ctx context.Context, o ArchiveOptions, q RemittanceQuery) (list []explanation.Remittance, err error) {
	if q.Employer != "" {
		o.Employers = []string{q.Employer}
	}
	a, err := openArchive(ctx, o, "explaining a remittance")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	if err := a.readFacts(); err != nil {
		return nil, err
	}
	x := remittanceExplainer{run: a.run, RemittanceQuery: q}
	if err := x.choose(); err != nil {
		return nil, err
	}
	aside, err := a.memory.setAside(ctx)
	if err != nil {
		return nil, err
	}
	err = a.each(ctx, func(e *employer) error {
		e.incomplete = len(aside[e.id]) > 0
		x.employer(e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return x.list, x.nothing()
}

// WriteRemittancePage writes the explanations as a page that prints well.
func WriteRemittancePage(to io.Writer, list []explanation.Remittance) error {
	return explanation.WriteHTML(to, "How remittances came about", pointers(list))
}

// WriteCheckPage does the same for checks.
func WriteCheckPage(to io.Writer, list []explanation.Explanation) error {
	return explanation.WriteHTML(to, "How the tax of checks came about", pointers(list))
}

func pointers[T any](list []T) (all []*T) {
	for i := range list {
		all = append(all, &list[i])
	}
	return all
}

// A remittanceExplainer explains those remittances that its query asks for.
type remittanceExplainer struct {
	RemittanceQuery
	run   *run
	place *place // asked for, or nil
	list  []explanation.Remittance
	other []string // periods of what was asked for
}

func (x *remittanceExplainer) choose() (err error) {
	if x.Period == "" {
		return UsageError{errors.New("say which period: --period 2026-03 or 2026-Q1")}
	}
	if x.Municipality == "" {
		return nil
	}
	x.place, err = x.run.places.find(x.Municipality)
	if err != nil || x.place == nil {
		return UsageError{errors.Join(err, fmt.Errorf("no tax is remitted to %q", x.Municipality))}
	}
	return nil
}

func (x *remittanceExplainer) nothing() error {
	if len(x.list) > 0 {
		return nil
	}
	if len(x.other) == 0 {
		return errors.New("nothing is remitted that was asked for: see remittances.csv for employers and municipalities")
	}
	slices.Sort(x.other)
	return fmt.Errorf("there is no remittance for %s; there are %s", x.Period, strings.Join(slices.Compact(x.other), ", "))
}

// employer explains an employer's remittances.
func (x *remittanceExplainer) employer(e *employer) {
	for _, s := range e.byPlace() {
		if x.place != nil && s.place != x.place {
			continue
		}
		months := e.months(s)
		for _, m := range x.periods(e, s, months) {
			if m.name != x.Period {
				x.other = append(x.other, m.name)
				continue
			}
			x.list = append(x.list, x.explain(e, s, m, months))
		}
	}
}

// periods are an employer's remittances to a municipality; closed ones as they
// were closed.
func (x *remittanceExplainer) periods(e *employer, s placeEntries, months calc.Months) (list []*remittance) {
	if x.run.memory == nil {
		return x.run.periods(e, s, months)
	}
	closed, open := x.run.filed(e, s)
	for _, m := range closed {
		list = append(list, m.remittance)
	}
	return append(list, x.run.periods(e, open, months)...)
}

func (x *remittanceExplainer) explain(e *employer, s placeEntries, m *remittance, months calc.Months) explanation.Remittance {
	out := explanation.Remittance{EmployerID: e.id, Municipality: s.place.Name, Period: m.name, From: m.period.From, To: m.period.To,
		Frequency: m.frequency, Method: map[bool]string{true: "eft", false: "any"}[m.eft], Subject: m.sum.subject, Required: m.sum.required,
		Withheld: m.sum.withheld, AmountDue: m.amountDue(), Complete: !e.incomplete}
	if e.record != nil {
		out.Employer = e.record.Name
	}
	for i := range m.people {
		p := &m.people[i]
		out.People = append(out.People, explanation.Employee{EmployeeID: p.who.id(), Name: p.who.name, Subject: p.sum.subject,
			Required: p.sum.required, Withheld: p.sum.withheld})
	}
	for _, month := range m.months {
		law, err := s.place.On(month.Day(1))
		if err != nil || law.Remittance == nil {
			out.Months = append(out.Months, explanation.Month{Month: month})
			continue
		}
		out.AmountCite, out.MethodCite = string(law.GreaterOf.Cite), string(law.Electronic.Cite)
		steps := law.Remittance.Steps(months.FiguresFor(month), func(kind string) bool { return e.standing(kind, s.place, month.Day(calc.LastDay)) })
		out.Months = append(out.Months, explanation.Month{Month: month, Rules: rulesOf(steps, month), Figures: figuresOf(s, months, month)})
		rule := steps[len(steps)-1].Rule
		if name := rule.Frequency.String(); name != m.frequency {
			out.Notes = append(out.Notes, fmt.Sprintf("the period was closed as it is; by what is known now, %s would be remitted %s", month, strings.ReplaceAll(name, "_", "-")))
			rule = ruleOf(law.Remittance, m)
		}
		out.Due = x.dueOf(m, rule)
	}
	if x.run.memory != nil {
		out.Closed = closedAs(x.run.memory.closed[e.id], s.place, m)
	}
	return out
}

// rulesOf are the rules as they were tried.
func rulesOf(steps []calc.RuleStep, month calc.Month) (list []explanation.Rule) {
	for _, step := range steps {
		r := explanation.Rule{Frequency: step.Rule.Frequency.String(), Holds: step.Holds, AnyOf: len(step.Any) > 0, Citation: string(step.Rule.Cite),
			Tests: []explanation.Test{}}
		if len(step.Rule.When.MonthOfQuarter) > 0 {
			r.Other = append(r.Other, fmt.Sprintf("%s is month %d of its quarter: %s", month, (month.Number()-1)%3+1,
				map[bool]string{true: "the rule is for it", false: "the rule is not for it"}[step.MonthFits]))
		}
		if kind := step.Rule.When.Agreement; kind != "" {
			r.Other = append(r.Other, map[bool]string{true: "there is", false: "there is no"}[step.AgreementStands]+" "+
				strings.ReplaceAll(kind, "_", " ")+" in force on the month's last day")
		}
		for _, t := range append(slices.Clone(step.All), step.Any...) {
			r.Tests = append(r.Tests, explanation.Test{Figure: t.Figure.String(), Amount: t.Have, Compare: t.Compare.String(), Limit: t.Amount,
				Holds: t.Holds, Turn: t.Turn})
		}
		list = append(list, r)
	}
	return list
}

// figuresOf are the months with tax from January of last year through a month.
func figuresOf(s placeEntries, months calc.Months, month calc.Month) (list []explanation.MonthsTax) {
	paid := map[calc.Month]bool{}
	for _, x := range s.list {
		paid[x.slot.month()] = true
	}
	for m := month - calc.Month(month.Number()+11); m <= month; m++ {
		if tax, _ := months.Of(m); tax != 0 {
			list = append(list, explanation.MonthsTax{Month: m, Tax: tax, Source: map[bool]string{true: "payroll", false: "history"}[paid[m]]})
		}
	}
	return list
}

// ruleOf is the rule that a period was made by.
func ruleOf(s *calc.Schedule, m *remittance) *calc.Rule {
	for i := range s.Rules {
		if rule := &s.Rules[i]; rule.PeriodOf(m.period.To).Name == m.name {
			return rule
		}
	}
	return &calc.Rule{}
}

// dueOf says when a remittance is due.
func (x *remittanceExplainer) dueOf(m *remittance, rule *calc.Rule) explanation.Due {
	cal := x.run.book.Calendar()
	d := explanation.Due{Date: m.due, PayBy: m.payBy, Rule: explanation.DueRule(rule.Due), Citation: string(rule.Due.Cite), MoveCite: string(cal.Cite)}
	for day := m.due; day < m.payBy; day++ {
		d.Moved = append(d.Moved, explanation.Closing{Date: day, Why: cal.ClosedFor(day)})
	}
	return d
}

// closedAs is how a remittance's period was closed, or nil.
func closedAs(list []ledger.Closed, p *place, m *remittance) *explanation.Closed {
	for _, c := range list {
		if c.Municipality == p.ID && c.Period == m.name {
			return &explanation.Closed{Remitted: c.Remitted, Credit: c.Credit, PaidOn: c.PaidOn, At: c.At, Who: c.Who}
		}
	}
	return nil
}
