package pipeline

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A plainLine is what one line says, in cents; the rate is exact.
type plainLine struct {
	wages, subject, tax int64
	rate                *big.Rat
	loose               int64 // cents by which a split of parts may differ
}

// plainLines are lines or refunds by their keys.
type plainLines map[string]*plainLine

func (l plainLines) add(key string, wages, subject int64, rate *big.Rat, loose int64) {
	x := l[key]
	if x == nil {
		x = &plainLine{rate: rate}
		l[key] = x
	}
	x.wages += wages
	x.subject += subject
	x.loose += loose
	x.tax = round(new(big.Rat).Mul(rate, big.NewRat(x.subject, 1)))
}

// round is to the whole cent, half a cent away from zero.
func round(x *big.Rat) int64 {
	twice := new(big.Rat).Mul(x, big.NewRat(2, 1))
	n := new(big.Int).Abs(twice.Num())
	n.Add(n, twice.Denom())
	n.Quo(n, new(big.Int).Lsh(twice.Denom(), 1))
	return n.Int64() * int64(x.Sign())
}

// split is the largest remainder, ties to the earlier name.
func split(cents int64, weights parts) map[string]int64 {
	total := new(big.Rat)
	for _, x := range weights {
		total.Add(total, x)
	}
	sign := int64(1)
	if cents < 0 {
		sign = -1
	}
	left, result := cents*sign, map[string]int64{}
	rest := map[string]*big.Rat{}
	names := slices.Sorted(maps.Keys(weights))
	for _, name := range names {
		exact := new(big.Rat).Mul(new(big.Rat).Quo(weights[name], total), big.NewRat(cents*sign, 1))
		whole := new(big.Int).Quo(exact.Num(), exact.Denom()).Int64()
		result[name], rest[name] = whole, exact.Sub(exact, big.NewRat(whole, 1))
		left -= whole
	}
	for ; left > 0; left-- {
		best := names[0]
		for _, name := range names {
			if rest[name].Cmp(rest[best]) > 0 {
				best = name
			}
		}
		result[best]++
		rest[best] = new(big.Rat)
	}
	for name := range result {
		result[name] *= sign
	}
	return result
}

// subject is what of wages is subject in a place: section 125 comes off, but not
// from gross compensation (002 (a)), and not below nothing.
func subject(place string, wages, cafe int64) int64 {
	if place == "" || plainRules[place].gross {
		return wages
	}
	if wages >= 0 {
		return wages - max(0, min(cafe, wages))
	}
	return wages - min(0, max(cafe, wages))
}

// account works out all lines and refunds. exact says that every amount of the
// world splits without a rest, so that not a cent may differ.
func (w *world) account(exact bool) (lines, refunds plainLines) {
	w.principals, w.counted = map[personDay]parts{}, map[humanDay]bool{}
	lines, refunds = plainLines{}, plainLines{}
	for i := range w.checks {
		c := &w.checks[i]
		time := parts{}
		for _, x := range w.place(c) {
			time.add(x.at, x.time)
		}
		if len(time) == 0 { // nothing in the log, or no period
			at := c.work
			if at == "" && w.hasLog(c.who) && c.who.ppwGiven {
				at = c.who.ppw
			}
			time.add(at, big.NewRat(1, 1))
		}
		wages, cafe := split(c.cents, time), split(c.cafe, time)
		loose := int64(0)
		if c.who.employer.tiesByTime { // such shares are rounded to a small part of an hour
			loose = 2
		}
		for _, at := range slices.Sorted(maps.Keys(time)) {
			lines.add(c.key(at, "work", plainRules[at].rate()), wages[at], subject(at, wages[at], cafe[at]), plainRules[at].rate(), loose)
			w.home(lines, c, at, wages[at], cafe[at], loose)
		}
	}
	for _, f := range w.fallen() {
		w.catchUp(lines, refunds, &f, exact)
	}
	return lines, refunds
}

func (w *world) hasLog(p *worldPerson) bool {
	return slices.ContainsFunc(w.log, func(x worldEntry) bool { return x.who == p })
}

func (c *worldCheck) key(place, role string, rate *big.Rat) string {
	return strings.Join([]string{c.who.employer.id, c.who.id, c.id, c.pay.String(), place, role, rate.FloatString(6)}, "|")
}

// home adds what the residence takes: 003 (j), or by request.
func (w *world) home(lines plainLines, c *worldCheck, at string, wages, cafe, loose int64) {
	home := c.who.home
	if home == "" || at == home {
		return
	}
	own, work := plainRules[home].rate(), plainRules[at].rate()
	withheld := at != "" && w.agreed(c.who.employer, "not_withholding", at, c.pay) == nil
	role, rate := "residence", new(big.Rat)
	if home == "City 003" && c.who.employer.fixed == home {
		rate.Set(own)
		if withheld {
			rate.Sub(own, work)
		}
	}
	if credit := plainRules[home].credit; rate.Sign() <= 0 && c.who.courtesy && credit != nil {
		role, rate = "courtesy", new(big.Rat).Set(own)
		if withheld {
			if work.Cmp(credit.limit) > 0 {
				work = credit.limit
			}
			rate.Sub(own, new(big.Rat).Mul(credit.factor, work))
		}
	}
	if rate.Sign() > 0 {
		lines.add(c.key(home, role, rate), wages, subject(home, wages, cafe), rate, loose)
	}
}

// catchUp adds the tax on the days exempt until a threshold fell, and what of
// the principal places' tax the employee may claim back: 004 (D)(3).
func (w *world) catchUp(lines, refunds plainLines, f *fallen, exact bool) {
	loose := int64(2) // of the part and of its section 125
	if exact {
		loose = 0
	}
	for i := range w.checks {
		c := &w.checks[i]
		if c.who != f.who {
			continue
		}
		all, back := new(big.Rat), parts{}
		for _, x := range w.place(c) {
			all.Add(all, x.time)
			if x.from == f.place && x.day.Year() == f.year && x.why == withinThreshold {
				back.add(x.at, x.time)
			}
		}
		in := w.caughtUpIn(f, c)
		if in == nil {
			continue
		}
		rate := plainRules[f.place].rate()
		for q, time := range back {
			part := new(big.Rat).Quo(time, all)
			wages := round(new(big.Rat).Mul(part, big.NewRat(c.cents, 1)))
			cafe := round(new(big.Rat).Mul(part, big.NewRat(c.cafe, 1)))
			lines.add(in.key(f.place, "catch_up", rate), wages, subject(f.place, wages, cafe), rate, loose)
			if !plainRules[f.place].mandatory && q != "" {
				key := fmt.Sprint(c.who.employer.id, "|", c.who.id, "|", q, "|", f.year)
				refunds.add(key, wages, subject(q, wages, cafe), plainRules[q].rate(), loose)
			}
		}
	}
}

// differences compares results with the account.
func (l plainLines) differences(got plainLines) (list []string) {
	for _, key := range slices.Sorted(maps.Keys(l)) {
		if x := l[key]; got[key] == nil {
			list = append(list, fmt.Sprintf("missing %s: wages %s, subject %s, tax %s", key, calc.Cents(x.wages), calc.Cents(x.subject), calc.Cents(x.tax)))
		} else if !x.near(got[key]) {
			y := got[key]
			list = append(list, fmt.Sprintf("%s: wages %s, subject %s, tax %s; want %s, %s, %s", key, calc.Cents(y.wages), calc.Cents(y.subject),
				calc.Cents(y.tax), calc.Cents(x.wages), calc.Cents(x.subject), calc.Cents(x.tax)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if l[key] == nil {
			list = append(list, fmt.Sprintf("unexpected %s: wages %s, tax %s", key, calc.Cents(got[key].wages), calc.Cents(got[key].tax)))
		}
	}
	return list
}

func (l *plainLine) near(m *plainLine) bool {
	for _, d := range []int64{l.wages - m.wages, l.subject - m.subject, l.tax - m.tax} {
		if max(d, -d) > l.loose {
			return false
		}
	}
	return true
}
