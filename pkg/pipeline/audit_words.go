package pipeline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// This file is the first page of an audit in words. Nobody is named on it: not a
// person, nor a check.

// causeWords say what a cause is.
var causeWords = [calc.NumCauses]string{
	calc.OtherMunicipality: "wrong or missing municipality", calc.OtherDate: "rate of another date",
	calc.ResidentCredit: "resident credit", calc.WrongBase: "base: deductions and tips", calc.WrongExemption: "exemption missed or wrong",
	calc.DayCount: "rule of exempt days", calc.RoundingOrder: "order of rounding", calc.CourtesyWithholding: "courtesy withholding",
	calc.SignOrDuplicate: "sign, or counted twice", calc.NotExplained: "not explained",
}

// requests are what to ask the provider for.
var requests = [calc.NumCauses]string{
	calc.OtherMunicipality:   "correct the municipality set up for these employees",
	calc.OtherDate:           "bring the rate table up to date, from the day the rate changed",
	calc.ResidentCredit:      "correct the residence's credit factor and limit",
	calc.WrongBase:           "correct which pay and deduction codes are taxable",
	calc.WrongExemption:      "set or take off the exemption",
	calc.DayCount:            "count the days by municipality, from the work log",
	calc.RoundingOrder:       "round the tax once a check, half a cent up",
	calc.CourtesyWithholding: "set residence withholding as each employee asked",
	calc.SignOrDuplicate:     "correct the reversal, or take out the check counted twice",
	calc.NotExplained:        "say how the figure came about",
}

// words is what an audit found, in sentences.
func (a *audit) words(m *AuditManifest) []string {
	s := a.sums
	all := []string{fmt.Sprintf("Every check in the register was computed again from the pay on it and the ordinances of its date. Compared: %s of %s. %s",
		plural(s.compared, "check"), plural(m.Employers, "employer"), howMany(s))}
	if s.all.n > 0 {
		net := s.all.over - s.all.under
		side := "too much"
		if net < 0 {
			side = "too little"
		}
		over, under := s.sides()
		all = append(all, fmt.Sprintf("$%s was withheld too much and $%s too little: $%s %s on balance. Of %s, %s had too much withheld in all and %s too little.",
			money(s.all.over), money(s.all.under), money(net.Abs()), side, persons(len(s.people)), grouped(over), grouped(under)), a.mainCauses())
	}
	if s.accepted > 0 {
		all = append(all, fmt.Sprintf("%s of no more than $%s were accepted, as asked for; they come to $%s.",
			plural(s.accepted, "difference"), a.o.Tolerance, money(s.acceptedSum)))
	}
	if s.unknown+s.incomplete > 0 {
		all = append(all, fmt.Sprintf("Not compared: %s for which the register says no tax, and %s of which a row was set aside.",
			plural(s.unknown, "check"), plural(s.incomplete, "check")))
	}
	if n := len(s.risks); n > 0 {
		var checks int
		var least, most calc.Cents
		for _, r := range s.risks {
			checks += r.checks
			least += min(r.costYes, r.costNo)
			most += max(r.costYes, r.costNo)
		}
		all = append(all, fmt.Sprintf("What the inputs do not say was not guessed: %s about %s. As they are answered, $%s to $%s of what was withheld is wrong.",
			plural(n, "question"), plural(checks, "check"), money(least), money(most)))
	}
	return all
}

// sides counts the people from whom too much and too little was withheld in all.
func (s *auditSums) sides() (over, under int) {
	for _, p := range s.people {
		switch {
		case p.over > p.under:
			over++
		case p.over < p.under:
			under++
		}
	}
	return over, under
}

func howMany(s *auditSums) string {
	switch {
	case s.compared == 0:
		return "There was nothing to compare."
	case s.all.n == 0:
		return "All lines agree."
	}
	return fmt.Sprintf("Lines that agree: %s; that differ: %s, on %s.", grouped(s.lines-s.all.n), grouped(s.all.n), plural(s.differing, "check"))
}

// mainCauses names the causes of most of the money.
func (a *audit) mainCauses() string {
	var causes []calc.Cause
	for c := calc.Agrees + 1; c < calc.NumCauses; c++ {
		if a.sums.causes[c].n > 0 {
			causes = append(causes, c)
		}
	}
	slices.SortStableFunc(causes, func(x, y calc.Cause) int { return cmp.Compare(a.sums.causes[y].size(), a.sums.causes[x].size()) })
	var parts []string
	for _, c := range causes[:min(3, len(causes))] {
		x := &a.sums.causes[c]
		parts = append(parts, fmt.Sprintf("%s ($%s, %s)", causeWords[c], money(x.size()), persons(x.people)))
	}
	text := "Most of it: " + strings.Join(parts, "; ") + "."
	if x := &a.sums.causes[calc.NotExplained]; x.n > 0 {
		text += fmt.Sprintf(" Not explained: %s of $%s.", plural(x.n, "difference"), money(x.size()))
	}
	return text
}

// plural is a number of things with commas: 1 check, 12,345 checks.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(n) + " " + thing + "s"
}

func persons(n int) string {
	if n == 1 {
		return "1 person"
	}
	return grouped(n) + " people"
}

func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// byMoney is the keys of sums, those of most money first.
func byMoney[K comparable](sums map[K]*amounts, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(sums), func(x, y K) int {
		return cmp.Or(cmp.Compare(sums[y].size(), sums[x].size()), compare(x, y))
	})
}
