package pipeline

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// This file is the plain account of a year: maps of cents by name.

const (
	accountTownColumns = "employer_id municipality year employees total_compensation not_subject not_subject_reasons subject tax_required tax_withheld " +
		"tax_remitted balance tax_due credits employer_name ein responsible_person"
	accountPersonColumns = "employer_id municipality year employee_id name address ssn total_compensation not_subject qualifying_wages tax_withheld " +
		"other_municipalities not_subject_reasons tax_required other_municipalities_due"
	accountDifferenceColumns = "employer_id municipality year employee_id role rate checks subject tax_by_check tax_by_year difference"
)

// sums are amounts in cents by what they are: wages, subject, required, withheld,
// due, remitted, credit, and not:REASON.
type sums map[string]int64

func (s sums) add(o sums) {
	for what, n := range o {
		s[what] += n
	}
}

func (s sums) nothing() bool {
	for _, n := range s {
		if n != 0 {
			return false
		}
	}
	return true
}

func (s sums) reasons() string {
	var parts []string
	for _, what := range sortedKeysOf(s) {
		if reason, ok := strings.CutPrefix(what, "not:"); ok && s[what] != 0 {
			parts = append(parts, reason+"="+calc.Cents(s[what]).String())
		}
	}
	return strings.Join(parts, ";")
}

// money is amounts as files write them.
func (s sums) money(what ...string) string {
	var list []string
	for _, w := range what {
		list = append(list, calc.Cents(s[w]).String())
	}
	return strings.Join(list, "|")
}

// A plainYear is the account of one year. Keys are employer|municipality, with
// |employee, and with |C or R for the kind of wages, or |role|rate.
type plainYear struct {
	*ledgerYear
	year                         int
	towns, people, kinds, byRate map[string]sums
}

func sumAt(m map[string]sums, key ...string) sums {
	k := strings.Join(key, "|")
	if m[k] == nil {
		m[k] = sums{}
	}
	return m[k]
}

// account adds up the year.
func (y *ledgerYear) account(t tester, year int) *plainYear {
	a := &plainYear{y, year, map[string]sums{}, map[string]sums{}, map[string]sums{}, map[string]sums{}}
	periods := map[string]sums{} // employer|municipality|period
	for _, row := range y.lines {
		if !strings.HasPrefix(row["pay_date"], strconv.Itoa(year)) || row["municipality"] == "" {
			continue
		}
		firm, town, who := row["employer_id"], plainName(row["municipality"]), row["employee_id"]
		line := sums{"wages": cents(row["wages"]), "subject": cents(row["subject"]), "required": cents(row["tax_required"]), "withheld": cents(row["tax_withheld"])}
		for part := range strings.SplitSeq(row["not_subject"], ";") {
			if reason, n, ok := strings.Cut(part, "="); ok {
				v, err := strconv.ParseInt(n, 10, 64)
				if err != nil {
					t.Fatalf("%v", err)
				}
				line["not:"+reason] += v
			}
		}
		kind := "C"
		if row["role"] == "residence" || row["role"] == "courtesy" {
			kind = "R"
		}
		sumAt(a.towns, firm, town).add(line)
		sumAt(a.people, firm, town, who).add(line)
		sumAt(a.kinds, firm, town, who, kind).add(line)
		rated := sumAt(a.byRate, firm, town, who, row["role"], row["rate"])
		rated.add(line)
		rated["checks"]++
		sumAt(periods, firm, town, y.periodOf(t, firm, town, row["month"])).add(line)
	}
	for key, p := range periods {
		sumAt(a.towns, key[:strings.LastIndex(key, "|")])["due"] += max(p["required"], p["withheld"])
	}
	for _, row := range y.closed {
		if strings.HasPrefix(row["to"], strconv.Itoa(year)) {
			sumAt(a.towns, row["employer_id"], plainName(row["municipality"])).add(sums{"remitted": cents(row["remitted"]), "credit": cents(row["credit"])})
		}
	}
	return a
}

// periodOf is the period of a month, as withhold schedule says.
func (y *ledgerYear) periodOf(t tester, firm, town, month string) string {
	m, err := strconv.Atoi(month[5:7])
	if err != nil {
		t.Fatalf("month %q", month)
	}
	for _, name := range []string{month, fmt.Sprintf("%s-Q%d", month[:4], (m+2)/3)} {
		for _, row := range y.periods {
			if row["employer_id"] == firm && row["municipality"] == town && row["period"] == name {
				return name
			}
		}
	}
	t.Fatalf("no period of %s, %s, %s in the schedule", firm, town, month)
	return ""
}

// townRows are the rows of reconciliation.csv.
func (a *plainYear) townRows() (rows []string) {
	for _, key := range sortedKeysOf(a.towns) {
		s := a.towns[key]
		if s.nothing() && a.count(key) == 0 {
			continue
		}
		s["not"], s["balance"] = s["wages"]-s["subject"], s["due"]-s["remitted"]-s["credit"]
		firm, _, _ := strings.Cut(key, "|")
		about := a.about("employers", firm)
		rows = append(rows, strings.Join([]string{key, strconv.Itoa(a.year), strconv.Itoa(a.count(key)), s.money("wages", "not"), s.reasons(),
			s.money("subject", "required", "withheld", "remitted", "balance", "due", "credit"), about["name"], about["ein"], about["responsible_person"]}, "|"))
	}
	return rows
}

// balances are those of municipalities that have no form here: all but CCA's.
func (a *plainYear) balances() (rows []string) {
	for key, s := range a.towns {
		if !strings.HasSuffix(key, "|Cleveland") && (!s.nothing() || a.count(key) > 0) {
			rows = append(rows, key+"|"+calc.Cents(s["due"]-s["remitted"]-s["credit"]).String())
		}
	}
	return rows
}

// count is how many people have anything in a municipality.
func (a *plainYear) count(town string) (n int) {
	for key, s := range a.people {
		if strings.HasPrefix(key, town+"|") && !s.nothing() {
			n++
		}
	}
	return n
}

// personRows are the rows of reconciliation-employees.csv.
func (a *plainYear) personRows() (rows []string) {
	for _, key := range sortedKeysOf(a.people) {
		s := a.people[key]
		if s.nothing() {
			continue
		}
		part := strings.Split(key, "|")
		firm, town, who := part[0], part[1], part[2]
		i := a.about("employees", firm, who)
		address := i["city"] + ", " + i["state"] + " " + i["zip"]
		if i["address"] != "" {
			address = i["address"] + ", " + address
		}
		ssn := i["ssn"]
		if ssn != "" {
			ssn = ssn[:3] + "-" + ssn[3:5] + "-" + ssn[5:]
		}
		var held, owed []string
		for _, other := range sortedKeysOf(a.people) {
			o, x := strings.Split(other, "|"), a.people[other]
			if o[0] != firm || o[2] != who || o[1] == town || x["withheld"] == 0 && x["required"] == 0 {
				continue
			}
			held = append(held, o[1]+"="+x.money("withheld"))
			if x["withheld"] != x["required"] {
				owed = append(owed, o[1]+"="+x.money("required"))
			}
		}
		s["not"] = s["wages"] - s["subject"]
		rows = append(rows, strings.Join([]string{firm, town, strconv.Itoa(a.year), who, strings.TrimSpace(i["first_name"] + " " + i["last_name"]), address, ssn,
			s.money("wages", "not", "subject", "withheld"), strings.Join(held, ";"), s.reasons(), s.money("required"), strings.Join(owed, ";")}, "|"))
	}
	return rows
}

// differences are the rows of differences.csv.
func (a *plainYear) differences() (rows []string) {
	for key, s := range a.byRate {
		part := strings.Split(key, "|")
		rate, _ := new(big.Rat).SetString(part[4])
		s["year"] = plainRound(rate.Mul(rate, new(big.Rat).SetInt64(s["subject"])))
		s["difference"] = s["required"] - s["year"]
		if s["difference"] != 0 && !a.people[strings.Join(part[:3], "|")].nothing() {
			rows = append(rows, strings.Join([]string{part[0], part[1], strconv.Itoa(a.year), part[2], part[3], part[4], fmt.Sprint(s["checks"]),
				s.money("subject", "required", "year", "difference")}, "|"))
		}
	}
	return rows
}

// plainRound is half a cent away from zero.
func plainRound(r *big.Rat) int64 {
	twice := new(big.Int).Mul(r.Num(), big.NewInt(2))
	half := new(big.Int).Set(r.Denom())
	if r.Sign() < 0 {
		half.Neg(half)
	}
	return twice.Add(twice, half).Quo(twice, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64()
}

// told are the RS records of the W-2 file; sound is false where an amount is below
// zero, which no file can say.
func (a *plainYear) told() (rows []string, sound bool) {
	for key, s := range a.kinds {
		part := strings.Split(key, "|")
		if a.people[strings.Join(part[:3], "|")].nothing() || s["subject"] == 0 && s["required"] == 0 && s["withheld"] == 0 {
			continue
		}
		if s["subject"] < 0 || s["withheld"] < 0 {
			return nil, false
		}
		ssn := a.about("employees", part[0], part[2])["ssn"]
		if ssn == "" {
			ssn = "000000000"
		}
		ein := strings.ReplaceAll(a.about("employers", part[0])["ein"], "-", "")
		rows = append(rows, fmt.Sprintf("%s|%s|%s|%s|%d|%d", ein, ssn, strings.ToUpper(part[1]), part[3], s["subject"], s["withheld"]))
	}
	return rows, true
}
