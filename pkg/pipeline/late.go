package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ordinance"
)

// This file answers what it costs that a period's tax was remitted late. Law: R.C.
// 718.27 for tax withheld from wages, 004 192.053 (H) and R.C. 718.031 for tax
// withheld from winnings.

// A LateQuestion is the tax of one municipality and period, and what was done
// about it.
type LateQuestion struct {
	Municipality string    // as people write it
	Kind         string    // record.WithholdingTax or record.WinningsTax
	PeriodEnd    calc.Date // 0 where the period is not known
	Tax          calc.Cents
	PayBy        calc.Date
	Payments     []calc.Payment // in any order
	ReturnBy     calc.Date      // 0: nothing is asked of the return
	FiledOn      calc.Date      // 0: it was not filed
	// AsOf is the day up to whose end payments are looked at, and at which what is
	// not paid is counted. 0 is the day of the last of them: then all of the tax
	// must be paid and the return filed.
	AsOf calc.Date
}

// A LateAnswer is what it costs, and how that came about.
type LateAnswer struct {
	Municipality  string
	Kind          string
	Tax           calc.Cents
	PayBy         calc.Date // the day to act on
	PaidOn        calc.Date // of the last payment that counts; 0 where there is none
	AsOf          calc.Date // as asked
	Days          int       // from PayBy to the day on which the last of the late tax was paid
	LateTax       calc.Cents
	Unpaid        calc.Cents
	Interest      calc.Cents
	Penalty       calc.Cents
	ReturnPenalty calc.Cents
	Estimate      bool // the law says up to how much a penalty may be
	Working       []string
	Citations     []calc.Citation

	lateReturnMonths int
}

// Total is what being late costs, the tax itself aside.
func (a *LateAnswer) Total() calc.Cents { return a.Interest + a.Penalty + a.ReturnPenalty }

// lateLaw is how late tax of one kind is dealt with.
type lateLaw struct {
	tax   calc.TaxPenalty
	back  calc.ReturnPenalty
	rates calc.YearRates
	hint  func(error) error
}

// AnswerLate answers one question by the law in schedules.
func AnswerLate(schedules []string, q LateQuestion) (*LateAnswer, error) {
	book, err := ordinance.Load(schedules...)
	if err != nil {
		return nil, err
	}
	_, a, err := answerLate(book, newPlaces(book), &q)
	return a, err
}

// answerLate answers a question. On an error column is what of the question it is
// about, as payments call it.
func answerLate(book *ordinance.Book, places *places, q *LateQuestion) (column string, a *LateAnswer, err error) {
	at, err := places.find(q.Municipality)
	if err == nil && at == nil {
		err = errors.New("no municipality; write the one that the tax is for")
	}
	if err != nil {
		return "municipality", nil, err
	}
	calendar := book.Calendar()
	a = &LateAnswer{Municipality: at.Name, Kind: q.Kind, Tax: q.Tax, PayBy: calendar.NextBusinessDay(q.PayBy), AsOf: q.AsOf}
	standing, column, err := a.settle(q)
	if err != nil {
		return column, nil, err
	}
	law := lateLawOf(book, at, q)
	a.rolled(calendar, "the tax was to be paid", q.PayBy, a.PayBy)
	a.overpaid(q)
	if err := a.tax(at, &law, standing); err != nil {
		if errors.As(err, new(*calc.NoRateError)) {
			return "paid_on", nil, err
		}
		return "pay_by", nil, err
	}
	if q.ReturnBy != 0 {
		if err := a.back(at, calendar, &law, q, standing.AsOf); err != nil {
			return "return_by", nil, err
		}
	}
	a.sum()
	return "", a, nil
}

// settle finds what was paid when.
func (a *LateAnswer) settle(q *LateQuestion) (s *calc.Standing, column string, err error) {
	asOf := q.AsOf
	if asOf == 0 {
		asOf = max(a.PayBy, q.ReturnBy, q.FiledOn)
		for _, p := range q.Payments {
			asOf = max(asOf, p.On)
		}
	}
	list, _ := calc.Settle([]calc.Owed{{Amount: q.Tax, PayBy: a.PayBy}}, q.Payments, asOf)
	s = &list[0]
	a.LateTax, a.Unpaid = s.Late(), s.Open()
	for _, p := range s.Paid {
		a.PaidOn = max(a.PaidOn, p.On)
	}
	for _, u := range s.Unpaid() {
		a.Days = max(a.Days, int(u.Through-u.After))
	}
	switch {
	case q.AsOf != 0:
	case a.Unpaid > 0:
		return nil, "paid", fmt.Errorf("%s of %s is not paid; add its payment, or say as of which day it is asked (--as-of)", a.Unpaid, q.Tax)
	case q.ReturnBy != 0 && q.FiledOn == 0:
		return nil, "filed_on", errors.New("it is blank beside return_by; write the day on which the return was filed, or say as of which day it is asked (--as-of)")
	}
	return s, "", nil
}

// lateLawOf is the law: of the tax on the day by which it was to be paid, of the
// return on the last day of its period. Where the rate of the place is not known
// for that time, which does not matter here, it is state law.
func lateLawOf(book *ordinance.Book, at *place, q *LateQuestion) lateLaw {
	back := q.PeriodEnd
	if back == 0 {
		back = q.ReturnBy
	}
	if q.Kind == record.WinningsTax {
		tax, returns := winningsLawOn(book, at, q.PayBy), winningsLawOn(book, at, back)
		return lateLaw{
			tax:   calc.TaxPenalty{First: tax.Penalty, Cite: tax.Division(calc.Casino, calc.LatePenalty)},
			back:  calc.ReturnPenalty{Amount: returns.ReturnPenalty, Cite: returns.Division(calc.Casino, calc.LateReturnPenalty)},
			rates: book.Winnings().Interest(), hint: ordinance.InterestHint}
	}
	l := lateLaw{tax: book.LateTax(q.PayBy), back: book.LateReturn(back), rates: book.LateInterest(), hint: ordinance.LateInterestHint}
	if law, err := at.law(q.PayBy); err == nil {
		l.tax = law.LateTax
	}
	if law, err := at.law(back); err == nil {
		l.back = law.LateReturn
	}
	return l
}

func winningsLawOn(book *ordinance.Book, at *place, day calc.Date) calc.WinningsLaw {
	if law, err := at.law(day); err == nil && law.Winnings.Cite != "" {
		return law.Winnings
	}
	return book.WinningsLaw(day)
}

// tax computes interest and penalty on what was late.
func (a *LateAnswer) tax(at *place, law *lateLaw, s *calc.Standing) error {
	if a.LateTax == 0 {
		if a.Tax == 0 {
			a.say("there is no tax to be late with: neither interest nor penalty")
			return nil
		}
		a.say("all of the tax, $%s, was paid by %s: neither interest nor penalty", money(a.Tax), a.PayBy)
		return nil
	}
	if law.tax.Cite == "" {
		return fmt.Errorf("no rule on %s that is paid late is known for %s on %s; add a %s topic to municipalities/%s.yaml in a --schedules directory",
			taxWords[a.Kind], at.Name, a.PayBy, map[bool]string{true: "winnings", false: "late_tax"}[a.Kind == record.WinningsTax], at.ID)
	}
	unpaid := s.Unpaid()
	var steps []calc.InterestStep
	var err error
	if a.Interest, steps, err = law.rates.Interest(unpaid); err != nil {
		return law.hint(err)
	}
	a.sayInterest(steps)
	var parts []calc.PenaltyStep
	a.Penalty, parts = law.tax.On(unpaid)
	a.sayPenalty(&law.tax, parts)
	a.Estimate = law.tax.UpTo && a.Penalty > 0
	return nil
}

// back computes the penalty for the return.
func (a *LateAnswer) back(at *place, calendar *calc.Calendar, law *lateLaw, q *LateQuestion, asOf calc.Date) error {
	by := calendar.NextBusinessDay(q.ReturnBy)
	a.rolled(calendar, "the return was to be filed", q.ReturnBy, by)
	if !calc.ReturnLate(by, q.FiledOn, asOf) {
		a.say("the return was not filed late: no penalty for it")
		return nil
	}
	if law.back.Cite == "" {
		return fmt.Errorf("no rule on returns filed late is known for %s on %s; add a late_return topic to municipalities/%s.yaml in a --schedules directory", at.Name, by, at.ID)
	}
	a.ReturnPenalty, a.lateReturnMonths = law.back.For(by, q.FiledOn, asOf)
	a.sayReturn(&law.back, by, q.FiledOn, asOf)
	a.Estimate = a.Estimate || law.back.UpTo && a.ReturnPenalty > 0
	return nil
}

func (a *LateAnswer) cite(c calc.Citation) {
	if !slices.Contains(a.Citations, c) {
		a.Citations = append(a.Citations, c)
	}
}

// PeriodEnd is the last day of a period as remittances name it, or 0.
func PeriodEnd(period string) calc.Date { return record.PeriodEnd(period) }

// Heading says what was to be paid when, and what was done.
func (a *LateAnswer) Heading() string {
	paid := fmt.Sprintf("not paid by %s", a.AsOf)
	switch {
	case a.Tax == 0:
		paid = "so that there is nothing to pay"
	case a.PaidOn != 0 && a.Unpaid == 0:
		paid = fmt.Sprintf("paid on %s", a.PaidOn)
	case a.PaidOn != 0:
		paid = fmt.Sprintf("$%s of it not paid by %s", money(a.Unpaid), a.AsOf)
	}
	return fmt.Sprintf("%s: $%s of %s, to be paid by %s, %s", a.Municipality, money(a.Tax), taxWords[a.Kind], a.PayBy, paid)
}

var taxWords = map[string]string{record.WithholdingTax: "tax withheld from wages", record.WinningsTax: "tax withheld from winnings"}
