package pipeline

import (
	"fmt"
	"testing"
)

// stay is a log of so many working days from 2026-03-02 on in one place, each of
// which pays $200, and a check for each week.
func stay(employees, days, place string) string {
	return employees + "-- payroll\n" +
		"1,w1,2026-03-06,2026-03-02,2026-03-06,1000.00,,yes\n1,w2,2026-03-13,2026-03-09,2026-03-13,1000.00,,yes\n" +
		"1,w3,2026-03-20,2026-03-16,2026-03-20,1000.00,,yes\n1,w4,2026-03-27,2026-03-23,2026-03-27,1000.00,,yes\n" +
		"1,w5,2026-04-03,2026-03-30,2026-03-30,200.00,,yes\n-- worklog\n1,2026-03-02.." + days + "," + place + ",8\n" + rest(days)
}

// rest is the other days of stay's checks, in Toledo.
func rest(days string) string {
	from := day(days) + 1
	if from > day("2026-03-30") {
		return ""
	}
	return fmt.Sprintf("1,%s..2026-03-30,Toledo,8\n", from)
}

const (
	inToledo  = "-- employees\nemployer_id,employee_id,principal_place_of_work\nE1,1,Toledo\n"
	elects    = "-- employers\nemployer_id,first_days_election\nE1,yes\n"
	allToledo = "w1,Toledo,work,1000.00,25.00\nw2,Toledo,work,1000.00,25.00\nw3,Toledo,work,1000.00,25.00\nw4,Toledo,work,1000.00,25.00\n"
)

func agreed(rows string) string {
	return "-- agreements\nemployer_id,municipality,kind,value,from,to\n" + rows + "\n"
}

// TestThreshold crosses thresholds and does not, and reaches back.
func TestThreshold(t *testing.T) {
	twelve := "w1,Toledo,work,1000.00,25.00\nw2,Toledo,work,1000.00,25.00\nw3,Toledo,work,1000.00,25.00\n" +
		"w4,Toledo,work,1000.00,25.00\nw5,Toledo,work,200.00,5.00"
	checkLogCases(t, []logCase{
		{name: "D4, 20 days", law: "000 (B)(2)(a)", in: stay(inToledo, "2026-03-27", "Village 000"),
			lines: allToledo + "w5,Toledo,work,200.00,5.00"},
		{name: "D4, 21 days", law: "000 (B)(4)(a)", in: stay(inToledo, "2026-03-30", "Village 000"),
			lines: allToledo + "w5,Village 000,work,200.00,2.50"},
		{name: "D4, 21 days and the election", law: "000 (B)(4)(b); R.C. 718.011(D)(3)",
			in:      stay(elects+inToledo, "2026-03-30", "Village 000"),
			lines:   allToledo + "w5,Village 000,work,200.00,2.50\nw5,Village 000,catch_up,4000.00,50.00",
			refunds: "1,Toledo,2026,4000.00,100.00"},
		{name: "20 days and the election", law: "004 192.052(D)(2): required to begin withholding",
			in: stay(elects+inToledo, "2026-03-27", "Municipality 004"), lines: allToledo + "w5,Toledo,work,200.00,5.00"},
		{name: "D5", law: "004 192.052(C)", in: agreed("E1,Toledo,not_withholding") + stay(inToledo, "2026-03-30", "Village 000"),
			lines: "w1,Village 000,work,1000.00,12.50\nw2,Village 000,work,1000.00,12.50\nw3,Village 000,work,1000.00,12.50\n" +
				"w4,Village 000,work,1000.00,12.50\nw5,Village 000,work,200.00,2.50"},
		{name: "D6", law: "000 (B)(3): a principal place that levies no tax",
			in:    stay("-- employees\nemployer_id,employee_id,principal_place_of_work\nE1,1,none\n", "2026-03-27", "Village 000"),
			lines: "w1,,work,1000.00,0.00\nw2,,work,1000.00,0.00\nw3,,work,1000.00,0.00\nw4,,work,1000.00,0.00\nw5,,work,200.00,0.00", // a first day in Toledo
		},
		{name: "12 days", law: "002 (f)(1)", in: stay(inToledo, "2026-03-17", "Village 002"), lines: twelve},
		{name: "D8, 13 days", law: "002 (f)(2)", in: stay(inToledo, "2026-03-18", "Village 002"),
			lines: "w1,Toledo,work,1000.00,25.00\nw2,Toledo,work,1000.00,25.00\nw3,Toledo,work,800.00,20.00\nw3,Village 002,work,200.00,4.00\n" +
				"w3,Village 002,catch_up,2400.00,48.00\nw4,Toledo,work,1000.00,25.00\nw5,Toledo,work,200.00,5.00"},
		{name: "never_is_not_caught_up", law: "000 (B)(6); 002 (f)(2)",
			in: agreed("E1,Village 002,threshold_days,3\nE1,Village 002,never_withhold,,2026-03-16") + stay(inToledo, "2026-03-30", "Village 002"),
			lines: "w1,Toledo,work,600.00,15.00\nw1,Village 002,work,400.00,8.00\nw1,Village 002,catch_up,600.00,12.00\nw2,Village 002,work,1000.00,20.00\n" +
				"w3,Toledo,work,1000.00,25.00\nw4,Toledo,work,1000.00,25.00\nw5,Toledo,work,200.00,5.00"},
		{name: "threshold_by_the_day", law: "000 (B)(6); 002 (f)(2): the number of the day that crosses it",
			in: agreed("E1,Village 002,threshold_days,3,,2026-03-31") + stay(inToledo, "2026-03-05", "Village 002"),
			lines: "w1,Toledo,work,800.00,20.00\nw1,Village 002,work,200.00,4.00\nw1,Village 002,catch_up,600.00,12.00\n" +
				"w2,Toledo,work,1000.00,25.00\nw3,Toledo,work,1000.00,25.00\nw4,Toledo,work,1000.00,25.00\nw5,Toledo,work,200.00,5.00"},
		{name: "travel_makes_no_any_part_day", law: "002 (f)(1): a day worked in the Village",
			in: "-- employers\nemployer_id,related_group\nE1,G\nE2,G\n" + agreed("E1,Village 002,threshold_days,3") +
				"-- employees\nemployer_id,employee_id,principal_place_of_work\nE1,1,Toledo\nE2,1,Village 002\n" +
				"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,600.00\n" +
				"-- worklog\n1,2026-03-02..2026-03-04,Village 002,8\nE2,1,2026-03-05,Cleveland,8,travel_between",
			lines: "c,Toledo,work,600.00,15.00"},
		{name: "20 days in December and 20 in January", law: "000 (B)(2)(a): in a calendar year",
			in: inToledo + "-- payroll\n1,a,2026-01-02,2025-12-01,2025-12-26,4000.00\n1,b,2026-02-06,2026-01-05,2026-01-30,4000.00\n" +
				"-- worklog\n1,2025-12-01..2025-12-26,Village 000,8\n1,2026-01-05..2026-01-30,Village 000,8",
			lines: "a,Toledo,work,4000.00,100.00\nb,Toledo,work,4000.00,100.00"},
		{name: "12 days before 2016", law: "R.C. 718.011 (2001 to 2015)",
			in: inToledo + "-- payroll\n1,a,2015-03-17,2015-03-02,2015-03-17,1200.00\n1,b,2015-03-18,2015-03-18,2015-03-18,100.00\n" +
				"1,c,2016-03-18,2016-03-01,2016-03-18,1400.00\n" +
				"-- worklog\n1,2015-03-02..2015-03-18,Village 005,2\n1,2016-03-01..2016-03-18,Village 005,2",
			lines:    "a,Toledo,work,1200.00,27.00\nb,Village 005,work,100.00,0.50\nb,Village 005,catch_up,1200.00,6.00\nc,Toledo,work,1400.00,31.50",
			problems: ",remittance_unknown\n,remittance_unknown"},
		{name: "related employers add up", law: "000 (B)(1)(a)",
			in: "-- employers\nemployer_id,related_group\nE1,G\nE2,G\n-- employees\nemployer_id,employee_id,ssn,principal_place_of_work\n" +
				"E1,1,900000001,Toledo\nE2,7,900000001,Toledo\n-- payroll\n1,a,2026-03-13,2026-03-02,2026-03-13,1000.00\n" +
				"E2,7,b,2026-04-03,2026-03-16,2026-03-31,1200.00\n-- worklog\n1,2026-03-02..2026-03-13,Village 000,8\nE2,7,2026-03-16..2026-03-31,Village 000,8",
			lines: "a,Toledo,work,1000.00,25.00\nb,Toledo,work,1000.00,25.00\nb,Village 000,work,200.00,2.50"},
		{name: "employers that are not related do not", law: "000 (B)(1)(a)",
			in: "-- employees\nemployer_id,employee_id,ssn,principal_place_of_work\nE1,1,900000001,Toledo\nE2,7,900000001,Toledo\n" +
				"-- payroll\n1,a,2026-03-13,2026-03-02,2026-03-13,1000.00\nE2,7,b,2026-04-03,2026-03-16,2026-03-31,1200.00\n" +
				"-- worklog\n1,2026-03-02..2026-03-13,Village 000,8\nE2,7,2026-03-16..2026-03-31,Village 000,8",
			lines: "a,Toledo,work,1000.00,25.00\nb,Toledo,work,1200.00,30.00"},
		{name: "18 on a day of the period", law: "001 (D)(7), by the day earned",
			in: "-- employees\nemployer_id,employee_id,birth_date,principal_place_of_work\nE1,1,2008-03-04,Village 001\n" +
				"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n-- worklog\n1,2026-03-02..2026-03-06,Village 001,8",
			lines: "c,Village 001,work,1000.00,9.00"},
		{name: "birthday_at_no_place", law: "002 (f)(2); R.C. 718.01(C)(15): each day by its own age",
			in: "-- employees\nemployer_id,employee_id,birth_date,principal_place_of_work\nE1,1,2008-03-04,none\n" + agreed("E1,Village 002,threshold_days,4") +
				"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n-- worklog\n1,2026-03-02..2026-03-06,Village 002,8",
			lines: "c,,work,800.00,0.00\nc,Village 002,work,200.00,4.00\nc,Village 002,catch_up,800.00,8.00"},
		{name: "birthday_of_a_resident", law: "003 (j); R.C. 718.01(C)(15): each day by its own age",
			in: "-- employers\nemployer_id,fixed_location\nE1,City 003\n" +
				"-- employees\nemployer_id,employee_id,birth_date,principal_place_of_work,residence_municipality\nE1,1,2008-03-04,none,City 003\n" +
				"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n-- worklog\n1,2026-03-02..2026-03-06,none,8",
			lines: "c,,work,1000.00,0.00\nc,City 003,residence,1000.00,6.00"},
	})
}
