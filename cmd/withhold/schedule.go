package main

import (
	"fmt"
	"time"

	"example.com/withhold/pkg/pipeline"
)

// archiveFlags are the flags of the commands that work from the ledger alone.
type archiveFlags struct {
	Ledger     string        `required:"" placeholder:"FILE" help:"The ledger that runs posted to."`
	LedgerWait time.Duration `default:"10s" placeholder:"TIME" help:"How long to wait for a run to end its use of the ledger (${default})."`
	Employer   []string      `placeholder:"ID" sep:"none" help:"Only this employer. May be repeated."`
	Schedules  []string      `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	LogFormat  string        `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet      bool          `help:"Say nothing but errors."`
}

func (f *archiveFlags) options(out string) pipeline.ArchiveOptions {
	from := ledgerFlags{f.Ledger, f.LedgerWait}
	return pipeline.ArchiveOptions{Ledger: from.options(), Schedules: f.Schedules, Out: out, Employers: f.Employer, Version: version()}
}

// scheduleCmd is "withhold schedule".
type scheduleCmd struct {
	archiveFlags
	Year int    `required:"" placeholder:"YEAR" help:"The calendar year of the periods; some of their days are in the next one."`
	Out  string `default:"withhold-schedule" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
}

// Help ends the command's help text.
func (*scheduleCmd) Help() string {
	return `It takes in every employer and municipality with tax in the year or the one before. Months to come are
determined by what is known so far, and say so: draw the schedule up again as payroll is posted.

determinations.csv says how often is remitted, and why; calendar.csv what is to be done by which day;
schedule.ics is the same for a calendar program, without amounts.

    withhold schedule --ledger ledger.db --year 2026

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
of the ledger's small tables cannot be used (they are in problems.csv).`
}

// Run does it.
func (cmd *scheduleCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	if cmd.Year < 1900 || cmd.Year > 9999 {
		return usageError{fmt.Errorf("--year %d: not a year; write 2026", cmd.Year)}
	}
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	report, err := pipeline.Schedule(ctx, pipeline.ScheduleOptions{ArchiveOptions: cmd.options(cmd.Out), Year: cmd.Year})
	if report != nil {
		t.schedule(report, cmd.Out)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// schedule says what was done.
func (t *talk) schedule(r *pipeline.ScheduleReport, out string) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		e.Str("out", out).Int("year", m.Year).Int("employers", m.Employers).Int("determinations", m.Tables["determinations"].Rows).
			Int("events", m.Events).Int("set_aside", m.SetAside).Int("warnings", m.Warnings).Strs("problems", r.Problems).
			Msg("schedule done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	fmt.Fprintf(t.out, "%s of %s in %d, %s in the calendar\n", count(m.Tables["determinations"].Rows, "determination"), count(m.Employers, "employer"),
		m.Year, count(m.Events, "event"))
	t.ending(m.SetAside, m.Warnings, out, "calendar.csv")
}
