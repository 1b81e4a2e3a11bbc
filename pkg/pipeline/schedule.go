package pipeline

import (
	"bufio"
	"context"
	"errors"
	"slices"
	"time"

	"example.com/withhold/pkg/io/icalendar"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
)

// ScheduleOptions are what is asked of Schedule.
type ScheduleOptions struct {
	ArchiveOptions
	Year int
}

// A ScheduleReport says what was done, for the person who started it.
type ScheduleReport struct {
	Manifest *ScheduleManifest
	Problems []string // the first problems, as sentences
}

// A ScheduleManifest is the manifest of a schedule.
type ScheduleManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"` // SHA-256 of the ordinance data as loaded
	Ledger    ManifestArchive       `json:"ledger"`
	Year      int                   `json:"year"`
	Employers int                   `json:"employers"` // with a determination
	SetAside  int                   `json:"set_aside"`
	Warnings  int                   `json:"warnings"`
	Events    int                   `json:"events"` // of schedule.ics
	Tables    map[string]TableTotal `json:"tables"`
}

// icsName is the calendar that people subscribe to.
const icsName = "schedule.ics"

var scheduleTables = []*results.Table{results.Calendar, results.Determinations, results.Problems}

func isSchedule(name string) bool {
	return name == icsName || name == outdir.Manifest ||
		slices.ContainsFunc(scheduleTables, func(t *results.Table) bool { return t.File() == name })
}

// A schedule is a year's determinations and days to act on being drawn up.
type schedule struct {
	*archive
	year      int
	days      *spool.Sorter // of calendar.csv
	ics       *icalendar.Writer
	employers int
	events    int
}

// Schedule says how often each employer remits to each municipality in a year,
// and by which days. On an error nothing has been written.
func Schedule(ctx context.Context, o ScheduleOptions) (report *ScheduleReport, err error) {
	a, err := openArchive(ctx, o.ArchiveOptions, "drawing up a schedule")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	if err := a.begin(scheduleTables, isSchedule); err != nil {
		return nil, err
	}
	s := &schedule{archive: a, year: o.Year, days: spool.New(a.stage.Temp())}
	a.out.sorted[results.Calendar] = s.days
	if err := s.draw(ctx); err != nil {
		return nil, err
	}
	m := &ScheduleManifest{Command: "schedule", Version: o.Version, Schedules: a.book.Hash(), Year: o.Year, Employers: s.employers, Events: s.events}
	if m.Ledger, err = a.manifest(ctx); err != nil {
		return nil, err
	}
	if err := a.warnings(); err != nil {
		return nil, err
	}
	m.SetAside, m.Warnings, m.Tables = a.setAsideRows(), a.out.warnings, a.tableTotals(scheduleTables)
	if err := errors.Join(a.out.close(), a.writeManifest(m)); err != nil {
		return nil, err
	}
	if err := a.stage.Commit(); err != nil {
		return nil, err
	}
	return &ScheduleReport{m, a.out.firstProblems}, nil
}

// draw writes everything, employer by employer.
func (s *schedule) draw(ctx context.Context) error {
	asOf, err := s.asOf(ctx)
	if err != nil {
		return err
	}
	f, err := s.stage.Create(icsName, 0o666)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(f, 1<<16)
	if s.ics, err = icalendar.NewWriter(buf, "Municipal withholding "+yearName(s.year), asOf); err == nil {
		err = s.each(ctx, s.employer)
	}
	if err == nil {
		err = s.ics.Close()
	}
	return errors.Join(err, buf.Flush(), f.Close())
}

// asOf is when the ledger was last posted to: what the schedule says was so then.
func (a *archive) asOf(ctx context.Context) (time.Time, error) {
	runs, err := a.memory.store.Runs(ctx)
	if err != nil || len(runs) == 0 {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, runs[len(runs)-1].Started)
}

func (s *schedule) employer(e *employer) error {
	places := e.byPlace()
	known := lastMonth(places)
	places = s.concerned(e, places)
	if len(places) > 0 {
		s.employers++
	}
	for _, p := range places {
		list, who := s.periodsOf(e, p, known), cellsOf(e, p.place)
		for _, m := range list {
			err := s.out.row(results.Determinations, func(r *results.Row) { m.writeDetermination(r, who) })
			if err != nil {
				return err
			}
		}
		if err := s.actOn(e, p.place, list, known); err != nil {
			return err
		}
	}
	return nil
}
