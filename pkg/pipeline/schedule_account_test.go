package pipeline

import (
	"context"
	"fmt"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
)

// scheduled holds that every return of the schedule that is over by now was
// closed, where it begins with the employer's first payroll or later.
func (a *accounting) scheduled() {
	first, closed := map[string]string{}, map[string]calc.Date{}
	for k := range a.checks {
		if month := k.day[:7]; first[k.employer] == "" || month < first[k.employer] {
			first[k.employer] = month
		}
	}
	for _, list := range a.closed {
		for i := range list {
			closed[closedKey(&list[i])] = list[i].To
		}
	}
	looked := 0
	for year := 2015; year <= 2018; year++ {
		a.n++
		_, err := Schedule(context.Background(), ScheduleOptions{ArchiveOptions: ArchiveOptions{Ledger: a.options(), Out: a.out()}, Year: year})
		if err != nil {
			a.t.Fatal(err)
		}
		for _, row := range readCSV(a.t, a.out(), "calendar") {
			if row["what"] != "return" {
				continue
			}
			end := endOf(row["period"])
			key := row["employer_id"] + "/" + row["municipality"] + "/" + row["period"]
			to, is := closed[key]
			begins, paid := first[row["employer_id"]]
			switch {
			case is && to.String() != end, paid && beginOf(row["period"]) >= begins && end < "2017-06-01" && !is:
				a.t.Fatalf("the schedule has a return for %s, which ends %s and was closed to %s", key, end, to)
			default:
				looked++
			}
		}
	}
	if looked == 0 {
		a.t.Fatal("there is no return in the schedule")
	}
}

// beginOf is the first month of a period.
func beginOf(period string) string {
	if period[5] == 'Q' {
		return fmt.Sprintf("%s-%02d", period[:4], 3*int(period[6]-'0')-2)
	}
	return period[:7]
}

// endOf is the last day of a period, by its name. West Jefferson had two parts of
// a month.
func endOf(period string) string {
	first := must(time.Parse("2006-01", beginOf(period)))
	if strings.HasSuffix(period, "-P1") {
		return period[:7] + "-15"
	}
	months := 1
	if period[5] == 'Q' {
		months = 3
	}
	return first.AddDate(0, months, -1).Format(time.DateOnly)
}
