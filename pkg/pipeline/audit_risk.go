package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
)

// This file is what the inputs do not say. A fact that is missing is not
// guessed: what the provider withheld is compared under the answer that is
// better for it, and what either answer would cost is money at risk.

// A question can be answered yes or no; the check's facts follow.
type question struct {
	fact, text string
	yes, no    calc.Facts
	cite       calc.Citation
}

// A riskKey is a question about one employee, whatever the check.
type riskKey struct {
	who        *employee
	fact, text string
}

// risk is what the checks come to that a question is about.
type risk struct {
	checks              int
	paid, taxYes, taxNo calc.Cents
	costYes, costNo     calc.Cents
	cite                calc.Citation
}

func (r *risk) add(o *risk) {
	r.checks += o.checks
	r.paid += o.paid
	r.taxYes += o.taxYes
	r.taxNo += o.taxNo
	r.costYes += o.costYes
	r.costNo += o.costNo
	r.cite = cmp.Or(r.cite, o.cite)
}

// weigh compares a check under both answers to what is not known of it, and
// leaves it with the answer that is nearer to what was withheld.
func (w *auditor) weigh(x *checked, au *calc.Audited) error {
	q, err := w.ask(x, au)
	if q == nil || err != nil {
		return err
	}
	yes, no := *au, *au
	yes.Facts, no.Facts = q.yes, q.no
	one := risk{checks: 1, costYes: yes.Cost(), costNo: no.Cost(), taxYes: yes.Due(), taxNo: no.Due(), cite: q.cite}
	for i := range au.Paid {
		one.paid += au.Paid[i].Tax
	}
	au.Facts = no.Facts
	if one.costYes < one.costNo {
		au.Facts = yes.Facts
	}
	if one.costYes == one.costNo {
		return nil // the answer makes no difference
	}
	key := riskKey{x.who, q.fact, q.text}
	made(w.sums.risks, key).add(&one)
	return nil
}

// A twin is what two checks of a person have in common that may be one.
type twin struct {
	pay, start, end calc.Date
	money           calc.Pay
	section125      calc.Cents
	withheld        calc.Cents
}

// askTwice: another check of the person, by another id, pays the same for the
// same period on the same day. Which of the two is met first does not matter,
// since both say the same.
func (w *auditor) askTwice(x *checked, au *calc.Audited) {
	if w.person != x.who {
		w.person, w.alike = x.who, map[twin]bool{}
	}
	like := twin{pay: x.first.Pay.PayDate, start: x.first.PeriodStart, end: x.first.PeriodEnd}
	for i := range x.parts {
		for item, amount := range x.parts[i].Pay.Pay {
			like.money[item] += amount
		}
		like.section125 += x.parts[i].Pay.Section125
	}
	one := risk{checks: 1, taxNo: au.Due()}
	for i := range au.Paid {
		like.withheld += au.Paid[i].Tax
	}
	one.paid, one.costYes = like.withheld, like.withheld.Abs()
	if one.costNo = au.Cost(); w.alike[like] && like.withheld != 0 {
		made(w.sums.risks, riskKey{x.who, "same_check", "is the check of " + like.pay.String() + " in the register twice, by two ids?"}).add(&one)
	}
	w.alike[like] = true
}

// ask finds the first fact that is missing on a check, and what follows from
// either answer. Without one the question is nil.
func (w *auditor) ask(x *checked, au *calc.Audited) (*question, error) {
	for _, about := range []func(*checked, *calc.Audited) (*question, error){w.askWork, w.askDays, w.askHome, w.askCredit} {
		if q, err := about(x, au); q != nil || err != nil {
			return q, err
		}
	}
	return nil, nil
}

// askWork: the work place is blank, which may be no municipality or an oversight.
func (w *auditor) askWork(x *checked, au *calc.Audited) (*question, error) {
	blank := func(p row) bool {
		return len(p.Work) == 0 && !p.small && (x.who.days == nil || p.noLog && x.who.ppw == nil)
	}
	if !slices.ContainsFunc(x.parts, blank) {
		return nil, nil
	}
	var best *question
	var least calc.Cents
	for _, at := range append(slices.Clone(x.named), x.who.ppw, x.who.employer.fixed) {
		if at == nil || best != nil && !slices.Contains(x.named, at) {
			continue
		}
		parts := slices.Clone(x.parts)
		for i := range parts {
			if blank(parts[i]) {
				parts[i].work = at
			}
		}
		yes, err := w.facts(x, parts)
		if err != nil {
			return nil, err
		}
		try := *au
		try.Facts = yes
		law, err := at.law(au.PayDate)
		if cost := try.Cost(); err == nil && (best == nil || cost < least) {
			best, least = &question{"work_place", "was the work in " + at.Name + ", and not where no tax is levied?", yes, au.Facts, law.RateCite}, cost
		}
	}
	return best, nil
}

// askDays: the work is not at the principal place, and no log says on how many
// days: they may be exempt.
func (w *auditor) askDays(x *checked, au *calc.Audited) (*question, error) {
	who := x.who
	if !who.principal {
		return nil, nil
	}
	for i := range x.parts {
		p := &x.parts[i]
		if p.work == nil || p.work == who.ppw || p.small || who.days != nil && !p.noLog {
			continue
		}
		law, err := p.work.law(au.PayDate)
		if err != nil || law.OccasionalEntrant.Days == 0 {
			continue
		}
		parts := slices.Clone(x.parts)
		for j := range parts {
			if parts[j].work == p.work {
				parts[j].work = who.ppw
			}
		}
		no, err := w.facts(x, parts)
		return &question{"work_log", fmt.Sprintf("were the days in %s more than are exempt, and not taxed at the principal place of work?", p.work.Name),
			au.Facts, no, law.OccasionalEntrant.Cite}, err
	}
	return nil, nil
}

// askHome: the residence is not known, and tax was withheld for a municipality
// that may be it, or must be for residents where the employer is located.
func (w *auditor) askHome(x *checked, au *calc.Audited) (*question, error) {
	who := x.who
	if who.home != nil || who.lives {
		return nil, nil
	}
	missing := false
	for _, d := range au.Compare() {
		missing = missing || d.Ours != 0 && d.Paid == 0
	}
	for i := range au.Paid {
		p := &au.Paid[i]
		if p.Law == nil || p.Tax == 0 || missing || w.worksIn(au, p.Law) || !p.Law.Credit.Known {
			continue
		}
		yes := au.Facts
		yes.Home = calc.Home{Law: p.Law, Ties: calc.Ties{Resident: true, Headquarters: p.Ties.Headquarters}, Courtesy: true, Located: p.Ties.Headquarters}
		return &question{"residence", "does the person live in " + p.Name() + ", and ask for withholding there?", yes, au.Facts,
			cmp.Or(p.Law.Credit.Cite, p.Law.RateCite)}, nil
	}
	law, _ := who.employer.fixed.law(au.PayDate) // what is not known there asks no question
	if law == nil || law.Residents.Rule != calc.Difference || w.worksIn(au, law) {
		return nil, nil
	}
	yes := au.Facts
	yes.Home = calc.Home{Law: law, Ties: calc.Ties{Resident: true, Headquarters: true}, Located: true}
	return &question{"residence", "does the person live in " + law.Municipality + "?", yes, au.Facts, law.Residents.Cite}, nil
}

func (w *auditor) worksIn(au *calc.Audited, law *calc.Law) bool {
	return slices.ContainsFunc(au.Shares, func(s calc.Share) bool { return s.Law != nil && s.Law.Municipality == law.Municipality })
}

// askCredit: withholding for the residence was asked for, and what it credits
// for tax withheld at work is not known.
func (w *auditor) askCredit(_ *checked, au *calc.Audited) (*question, error) {
	if au.Home.Law == nil || au.Home.Law.Rate == 0 || !slices.ContainsFunc(au.Shares, func(s calc.Share) bool { return au.Home.NeedsCredit(&s) }) {
		return nil, nil
	}
	laws, ok := w.credits[au.Home.Law]
	if !ok {
		const whole = calc.Rate(10_000_000_000)
		for i, c := range []calc.Credit{{Known: true, Factor: whole, Limit: whole}, {Known: true}} {
			law := *au.Home.Law
			law.Credit, laws[i] = c, &law
		}
		w.credits[au.Home.Law] = laws
	}
	yes, no := au.Facts, au.Facts
	yes.Home.Law, no.Home.Law = laws[0], laws[1]
	return &question{"credit", "does " + au.Home.Law.Municipality + " credit all tax withheld at work, and not none of it?",
		yes, no, au.Home.Law.RateCite}, nil
}

// writeRisks writes the questions, those of an employee together.
func (a *audit) writeRisks() error {
	keys := make([]riskKey, 0, len(a.sums.risks))
	for k := range a.sums.risks {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y riskKey) int {
		return cmp.Or(strings.Compare(x.who.employer.id, y.who.employer.id), strings.Compare(x.who.id(), y.who.id()),
			strings.Compare(x.fact, y.fact), strings.Compare(x.text, y.text))
	})
	for _, k := range keys {
		x := a.sums.risks[k]
		if err := a.out.row(results.AuditRisks, func(r *results.Row) {
			r.Text(k.who.employer.id)
			r.Text(k.who.id())
			r.Text(k.fact)
			r.Text(k.text)
			r.Count(x.checks)
			r.Money(x.paid)
			r.Money(x.taxYes)
			r.Money(x.taxNo)
			r.Money(x.costYes)
			r.Money(x.costNo)
			r.Text(string(x.cite))
		}); err != nil {
			return err
		}
	}
	return nil
}
