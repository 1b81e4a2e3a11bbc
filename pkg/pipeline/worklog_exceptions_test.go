package pipeline

import (
	"strings"
	"testing"
)

// twoDays is a week with two of five days in the Village, each worth $200.
const twoDays = "-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00,,CAPACITY\n" +
	"-- worklog\n1,2026-03-02..2026-03-03,Village 000,8,,,SITE\n1,2026-03-04..2026-03-06,Toledo,8\n"

func week(site, capacity string) string {
	return strings.NewReplacer("SITE", site, "CAPACITY", capacity).Replace(twoDays)
}

// somebody is employees with one person, whose principal place is Toledo.
func somebody(home, courtesy, class string) string {
	return "-- employees\nemployer_id,employee_id,principal_place_of_work,residence_municipality,courtesy_withholding,class\n" +
		"E1,1,Toledo," + home + "," + courtesy + "," + class + "\n"
}

func worksite(nature, contract string) string {
	return "-- worksites\nworksite_id,employer_id,municipality,nature_days,contract_days\nS,E1,Village 000," + nature + "," + contract + "\n"
}

// TestExceptions has each exception apply, and just not apply.
func TestExceptions(t *testing.T) {
	const exempt = "c,Toledo,work,1000.00,25.00"
	const taxed = "c,Toledo,work,600.00,15.00\nc,Village 000,work,400.00,5.00"
	inVillage := strings.Replace(somebody("", "", ""), "Toledo", "Village 000", 1)
	checkLogCases(t, []logCase{
		{name: "none", law: "000 (B)(2)(a)", in: somebody("", "", "") + week("", ""), lines: exempt},
		{name: "principal place", law: "000 (B)(2)(a)1", in: inVillage + week("", ""),
			lines: "c,Village 000,work,1000.00,12.50"}, // three days in Toledo are exempt there
		{name: "21 days by nature", law: "000 (B)(2)(a)2.a", in: somebody("", "", "") + worksite("21", "") + week("S", ""), lines: taxed},
		{name: "21 days by contract", law: "000 (B)(2)(a)2.b", in: somebody("", "", "") + worksite("", "21") + week("S", ""), lines: taxed},
		{name: "20 and 20", law: "000 (B)(2)(a)2: more than 20", in: somebody("", "", "") + worksite("20", "20") + week("S", ""), lines: exempt},
		{name: "a worksite not worked at", law: "000 (B)(2)(a)2: performed services at", in: somebody("", "", "") + worksite("30", "30") + week("", ""), lines: exempt},
		{name: "resident who asked", law: "000 (B)(2)(a)c", in: somebody("Village 000", "yes", "") + week("", ""), lines: taxed,
			problems: ",credit_unknown"},
		{name: "resident who did not ask", law: "000 (B)(2)(a)c", in: somebody("Village 000", "", "") + week("", ""), lines: exempt},
		{name: "asked, lives elsewhere", law: "000 (B)(2)(a)c", in: somebody("Toledo", "yes", "") + week("", ""), lines: exempt},
		{name: "athlete", law: "000 (B)(2)(a)d", in: somebody("", "", "athlete") + week("", "yes"), lines: taxed},
		{name: "entertainer", law: "000 (B)(2)(a)d", in: somebody("", "", "entertainer") + week("", "yes"), lines: taxed},
		{name: "public figure", law: "000 (B)(2)(a)d", in: somebody("", "", "public_figure") + week("", "yes"), lines: taxed},
		{name: "athlete, paid as a clerk", law: "000 (B)(2)(a)d: in the capacity", in: somebody("", "", "athlete") + week("", "no"), lines: exempt},
		{name: "clerk", law: "000 (B)(2)(a)d", in: somebody("", "", "") + week("", "yes"), lines: exempt},
		{name: "D7", law: "000 (B)(2)(a)d", in: somebody("", "", "athlete") +
			"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-02,10000.00,,yes\n-- worklog\n1,2026-03-02,Village 000,3\n",
			lines: "c,Village 000,work,10000.00,125.00"},
		{name: "principal place not withheld for", law: "000 (B)(3)", in: agreed("E1,Toledo,not_withholding") + somebody("", "", "") + week("", ""), lines: taxed},
		{name: "another place not withheld for", law: "000 (B)(3)", in: agreed("E1,Cleveland,not_withholding") + somebody("", "", "") + week("", ""), lines: exempt},
		{name: "from the first day", law: "000 (B)(6)", in: agreed("E1,Village 000,withhold_from_first_day") + somebody("", "", "") + week("", ""), lines: taxed},
		{name: "from the second of the days on", law: "000 (B)(6)", in: agreed("E1,Village 000,withhold_from_first_day,,2026-03-03") + somebody("", "", "") + week("", ""),
			lines: "c,Toledo,work,800.00,20.00\nc,Village 000,work,200.00,2.50"},
		{name: "until the first of the days", law: "000 (B)(6)", in: agreed("E1,Village 000,withhold_from_first_day,,2026-01-01,2026-03-02") + somebody("", "", "") + week("", ""),
			lines: "c,Toledo,work,800.00,20.00\nc,Village 000,work,200.00,2.50"},
		{name: "agreed for somewhere else", law: "000 (B)(6)", in: agreed("E1,Village 001,withhold_from_first_day") + somebody("", "", "") + week("", ""), lines: exempt},
		{name: "agreed with another employer", law: "000 (B)(6)", in: agreed("E2,Village 000,withhold_from_first_day") + somebody("", "", "") + week("", ""), lines: exempt},
		{name: "never", law: "000 (B)(6), before (B)(2)(a)2", in: agreed("E1,Village 000,never_withhold") + somebody("", "", "") + worksite("30", "") + week("S", ""), lines: exempt},
		{name: "another number", law: "000 (B)(6)", in: agreed("E1,Village 000,threshold_days,1") + somebody("", "", "") + week("", ""),
			lines: "c,Toledo,work,800.00,20.00\nc,Village 000,work,200.00,2.50"},
		{name: "small employer", law: "000 (B)(5)(a): regardless of the days", in: agreed("E1,Cleveland,withhold_from_first_day") +
			"-- employers\nemployer_id,fixed_location,small_employer_years\nE1,Village 000,2026\n" + somebody("", "", "") +
			"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n-- worklog\n1,2026-03-02..2026-03-06,Cleveland,8\n",
			lines: "c,Village 000,work,1000.00,12.50"},
		{name: "small employer of another year", law: "000 (B)(5)(a): for a taxable year",
			in:    "-- employers\nemployer_id,fixed_location,small_employer_years\nE1,Village 000,2025\n" + somebody("", "", "") + week("", ""),
			lines: exempt},
		{name: "days_for_related_employers", law: "000 (B)(1)(a), (c): performing services for the employer, related members included",
			in: "-- employers\nemployer_id,related_group\nE1,G\nE2,G\n-- employees\nemployer_id,employee_id,ssn\nE1,1,900000001\nE2,1,900000001\n" +
				"-- payroll\n1,c,2026-03-13,2026-03-02,2026-03-13,300.00\n-- worklog\n1,2026-03-02..2026-03-03,Toledo,8\n1,2026-03-04,Village 000,8\n" +
				"E2,1,2026-03-05..2026-03-11,Cleveland,8\n",
			lines: "c,Cleveland,work,300.00,7.50"},
	})
}

// TestHomeDays counts days at home for the principal place from 2020-03-09 to
// 2021-12-31, where the employer chose so: H.B. 197 section 29, H.B. 110.
func TestHomeDays(t *testing.T) {
	at := func(choice, day string) string {
		return agreed("E1,Village 000,withhold_from_first_day") + "-- employers\nemployer_id,home_days_at_principal_place\nE1," + choice + "\n" +
			somebody("", "", "") + "-- payroll\n1,c," + day + "," + day + "," + day + ",1000.00\n-- worklog\n1," + day + ",Village 000,8,home\n"
	}
	const home = "c,Village 000,work,1000.00,12.50"
	checkLogCases(t, []logCase{
		{name: "the day before", law: "H.B. 197, section 29", in: at("yes", "2020-03-08"), lines: home},
		{name: "the first day", law: "H.B. 197, section 29", in: at("yes", "2020-03-09"), lines: "c,Toledo,work,1000.00,22.50"},
		{name: "the last day", law: "H.B. 110 (2021)", in: at("yes", "2021-12-31"), lines: "c,Toledo,work,1000.00,25.00"},
		{name: "the day after", law: "H.B. 110 (2021)", in: at("yes", "2022-01-01"), lines: home},
		{name: "not chosen", law: "H.B. 110 (2021)", in: at("no", "2021-06-01"), lines: home},
	})
}

// TestLogFaults: what cannot be used of a log is named, and what has no log says
// so.
func TestLogFaults(t *testing.T) {
	in := func(payroll, row string) string {
		return somebody("", "", "") + worksite("30", "") + "-- payroll\n1,c,2026-03-06," + payroll + "\n-- worklog\n1,2026-03-02,Toledo,8\n" + row
	}
	const period, toledo = "2026-03-02,2026-03-06,1000.00", "c,Toledo,work,1000.00,25.00"
	checkLogCases(t, []logCase{
		{name: "no period", law: "domain 3: without dates the check says where", in: in(",,1000.00,Cleveland", ""),
			lines: "c,Cleveland,work,1000.00,25.00", problems: ",log_missing"},
		{name: "no period and no place", law: "000 (B)(1)(c)", in: in(",,1000.00", ""), lines: toledo, problems: ",log_missing"},
		{name: "nothing in the period", law: "000 (B)(1)(c)", in: in("2026-02-02,2026-02-06,1000.00", ""), lines: toledo, problems: ",log_missing"},
		{name: "worksite unknown", law: "domain 3", in: in(period, "1,2026-03-03,Village 000,8,,,X"), lines: toledo, problems: "worksite_id,worksite_id"},
		{name: "worksite elsewhere", law: "domain 3", in: in(period, "1,2026-03-03,Toledo,8,,,S"), lines: toledo, problems: "worksite_id,worksite_id"},
		{name: "place unknown", law: "domain 3", in: in(period, "1,2026-03-03,Tolledo,8"), lines: toledo, problems: "municipality,municipality"},
		{name: "no place", law: "domain 3", in: in(period, "1,2026-03-03,,8"), lines: toledo, problems: "municipality,missing"},
		{name: "no such hours", law: "domain 3", in: in(period, "1,2026-03-03,Cleveland,8h"), lines: toledo, problems: "hours,hours"},
		{name: "no such activity", law: "000 (B)(2)(b)", in: in(period, "1,2026-03-03,Cleveland,8,driving"), lines: toledo, problems: "activity,choice"},
		{name: "no such day", law: "domain 3", in: in(period, "1,2026-02-30,Cleveland,8"), lines: toledo, problems: "date,date"},
		{name: "every fault of a row", law: "domain 3", in: in(period, "1,2026-02-30,Cleveland,x,driving,maybe"), lines: toledo,
			problems: "activity,choice\naffixed,yes_no\ndate,date\nhours,hours"},
	})
}

// TestTwoWorksites: where a person reports to two worksites on most days, the
// order of rows does not decide between them: 000 (B)(1)(c)1.
func TestTwoWorksites(t *testing.T) {
	if why := open["two_worksites"]; why != "" {
		t.Skip(why)
	}
	useScratch(t)
	c := logCase{in: "-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n" +
		"-- worksites\nworksite_id,employer_id,municipality,contract_days\nS,E1,Toledo,30\nT,E1,Cleveland,30\n" +
		"-- worklog\n1,2026-03-02..2026-03-06,Village 000,4\n1,2026-03-02..2026-03-06,Toledo,2,,,S\n1,2026-03-02..2026-03-06,Cleveland,2,,,T\n"}
	tab := c.tables(t)
	first := tab.run(t, 1)
	turned := tables{}
	for name, rows := range tab {
		for _, row := range rows[1:] {
			turned[name] = append([][]string{row}, turned[name]...)
		}
		turned[name] = append([][]string{rows[0]}, turned[name]...)
	}
	sameLines(t, first, turned.run(t, 1), derived...)
}
