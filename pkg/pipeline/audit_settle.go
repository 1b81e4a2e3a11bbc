package pipeline

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
)

// This file draws up which returns would have to be amended, and the manifest.

// An AuditManifest says what went into an audit and what came out.
type AuditManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"` // SHA-256 of the ordinance data as loaded
	Tolerance string                `json:"tolerance"`
	Inputs    []ManifestInput       `json:"inputs"`
	Rows      int                   `json:"rows"`
	SetAside  int                   `json:"set_aside"`
	Warnings  int                   `json:"warnings"`
	Employers int                   `json:"employers"`
	Control   AuditControl          `json:"control_totals"`
	Causes    []AuditCause          `json:"causes"` // in their order; those without a difference too
	Tables    map[string]TableTotal `json:"tables"`
}

// AuditControl are the totals that tie: the provider's tax less ours is the
// difference of the causes and what was accepted.
type AuditControl struct {
	Checks          int    `json:"checks"`
	Compared        int    `json:"checks_compared"`
	ProviderUnknown int    `json:"checks_without_provider_figure"`
	Incomplete      int    `json:"checks_with_a_row_set_aside"`
	Differing       int    `json:"checks_that_differ"`
	Lines           int    `json:"lines"`
	Differences     int    `json:"differences"`
	Accepted        int    `json:"differences_accepted"`
	ProviderTax     string `json:"provider_tax"`
	OurTax          string `json:"our_tax"`
	Difference      string `json:"difference"`
	Over            string `json:"over"`
	Under           string `json:"under"`
	People          int    `json:"people"`
}

// An AuditCause is what differs for one cause.
type AuditCause struct {
	Cause       string `json:"cause"`
	Differences int    `json:"differences"`
	People      int    `json:"people"`
	Over        string `json:"over"`
	Under       string `json:"under"`
}

// amended is what the returns of one municipality come to.
type amended struct {
	returns       int
	more, tooMuch calc.Cents
}

// settleAudit writes all tables but audit.csv, and proves that the money ties.
func (a *audit) settleAudit() (*AuditManifest, error) {
	if err := a.sums.ties(a.provider); err != nil {
		return nil, err
	}
	if err := a.writeSums(); err != nil {
		return nil, err
	}
	if err := a.writeRisks(); err != nil {
		return nil, err
	}
	employers := 0
	for _, id := range slices.Sorted(maps.Keys(a.people.employers)) {
		e := a.people.employers[id]
		places := e.byPlace()
		if len(places) > 0 {
			employers++
		}
		for _, s := range places {
			for _, m := range a.settler().remittances(e, s) {
				if err := a.amend(e, s.place, m); err != nil {
					return nil, err
				}
			}
		}
		a.noteUnknownPeople(e)
	}
	for _, p := range a.notes.problems() {
		if p.Code == "remittance_unknown" {
			continue // the period is then the month
		}
		if err := a.out.problem(warning, p); err != nil {
			return nil, err
		}
	}
	return a.manifest(employers), nil
}

// amend writes a return of which some employee's tax differs.
func (a *audit) amend(e *employer, p *place, m *remittance) error {
	people := 0
	for i := range m.people {
		if x := &m.people[i].sum; x.required != x.withheld {
			people++
		}
	}
	if people == 0 {
		return nil
	}
	d := m.sum.withheld - m.sum.required
	what := "more tax is due: an amended return"
	switch {
	case d > 0:
		what = "withheld too much: an amended return, or a claim for a refund"
	case d == 0:
		what = "the total is right: a corrected listing of employees"
	}
	sum := made(a.sums.amended, p.Name)
	sum.returns++
	sum.more += max(0, -d)
	sum.tooMuch += max(0, d)
	return a.out.row(results.AuditAmended, func(r *results.Row) {
		r.Text(e.id)
		r.Text(p.Name)
		r.Text(m.name)
		r.Text(m.frequency)
		r.Date(m.due)
		r.Count(people)
		r.Money(m.sum.withheld)
		r.Money(m.sum.required)
		r.Money(max(0, -d))
		r.Money(max(0, d))
		r.Text(what)
	})
}

func (a *audit) manifest(employers int) *AuditManifest {
	s := a.sums
	m := &AuditManifest{Command: "audit", Version: a.Version, Schedules: a.book.Hash(), Tolerance: a.o.Tolerance.String(),
		Warnings: a.out.warnings, Employers: employers, Tables: map[string]TableTotal{}, Control: AuditControl{
			Checks: s.checks, Compared: s.compared, ProviderUnknown: s.unknown, Incomplete: s.incomplete, Differing: s.differing,
			Lines: s.lines, Differences: s.all.n, Accepted: s.accepted, ProviderTax: s.paid.String(), OurTax: s.ours.String(),
			Difference: (s.paid - s.ours).String(), Over: s.all.over.String(), Under: s.all.under.String(), People: len(s.people)}}
	for _, in := range a.inputs {
		x := ManifestInput{Name: in.name, SHA256: in.hash, Bytes: in.size, Rows: in.rows, SetAside: in.setAside}
		if in.table != nil {
			x.Table = in.table.Name
		}
		m.Inputs = append(m.Inputs, x)
		m.Rows += in.rows
		m.SetAside += in.setAside
	}
	for c := calc.Agrees + 1; c < calc.NumCauses; c++ {
		x := &s.causes[c]
		m.Causes = append(m.Causes, AuditCause{c.String(), x.n, x.people, x.over.String(), x.under.String()})
	}
	for _, t := range auditTables {
		m.Tables[t.Name] = TableTotal{a.out.rows[t]}
	}
	return m
}

// finishAudit completes the files: sorted tables, workbook, manifest.
func (a *audit) finishAudit(m *AuditManifest, words []string) error {
	if err := a.out.close(); err != nil {
		return err
	}
	if a.Report {
		if err := a.writeAuditReport(m, words); err != nil {
			return err
		}
	}
	return a.stage.Write(outdir.Manifest, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(m)
	})
}
