package pipeline

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"example.com/withhold/pkg/io/outdir"
)

// A Manifest says what went into a run and what came out: manifest.json. It has
// no time and no machine in it, so that the same inputs give the same bytes.
type Manifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"` // SHA-256 of the ordinance data as loaded
	Inputs    []ManifestInput       `json:"inputs"`
	Rows      int                   `json:"rows"`      // of all inputs
	SetAside  int                   `json:"set_aside"` // of those
	Warnings  int                   `json:"warnings"`
	Control   ControlTotals         `json:"control_totals"`
	Employers []EmployerTotals      `json:"employers"`
	Tables    map[string]TableTotal `json:"tables"`
	Ledger    *ManifestLedger       `json:"ledger,omitempty"` // what was posted
}

// A ManifestInput is one input file.
type ManifestInput struct {
	Name     string `json:"name"`
	Table    string `json:"table,omitempty"` // blank for a workbook of several
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
	Rows     int    `json:"rows"`
	SetAside int    `json:"set_aside"`
}

// ControlTotals are what ties: money read is money in lines, and what lines
// require and say was withheld is in remittances.
type ControlTotals struct {
	Checks      int    `json:"checks"`
	SetAside    int    `json:"checks_set_aside"`
	Lines       int    `json:"lines"`
	MoneyIn     string `json:"money_in"`
	MoneyLines  string `json:"money_in_lines"`
	NotSubject  string `json:"not_subject"`
	Subject     string `json:"subject"`
	TaxRequired string `json:"tax_required"`
	TaxWithheld string `json:"tax_withheld"`
}

// EmployerTotals are the control totals of one employer.
type EmployerTotals struct {
	EmployerID string `json:"employer_id"`
	ControlTotals
}

// A TableTotal is how many rows a table of results has.
type TableTotal struct {
	Rows int `json:"rows"`
}

func (t *totals) control() ControlTotals {
	return ControlTotals{t.Checks, t.SetAside, t.Lines, t.MoneyIn.String(), t.MoneyLines.String(),
		t.NotSubject.String(), t.Subject.String(), t.Required.String(), t.Withheld.String()}
}

// balance proves that the money ties over all employers and draws up the
// manifest.
func (r *run) balance(all totals) (*Manifest, error) {
	if err := all.ties("all employers"); err != nil {
		return nil, err
	}
	r.digest.all = all
	for _, p := range r.notes.problems() {
		if err := r.out.problem(warning, p); err != nil {
			return nil, err
		}
	}
	m := &Manifest{Command: "run", Version: r.Version, Schedules: r.book.Hash(), Control: all.control(),
		Warnings: r.out.warnings, Tables: map[string]TableTotal{}, Ledger: r.memory.manifest()}
	m.Inputs, m.Rows, m.SetAside = r.manifestInputs()
	for _, id := range slices.Sorted(maps.Keys(r.people.employers)) {
		if t := &r.people.employers[id].totals; t.Checks+t.SetAside > 0 {
			m.Employers = append(m.Employers, EmployerTotals{id, t.control()})
		}
	}
	for _, t := range r.tables() {
		m.Tables[t.Name] = TableTotal{r.out.rows[t]}
	}
	return m, nil
}

// manifestInputs are the input files with their rows, and how many rows there
// are and were set aside in all.
func (r *run) manifestInputs() (list []ManifestInput, rows, setAside int) {
	for _, in := range r.inputs {
		x := ManifestInput{Name: in.name, SHA256: in.hash, Bytes: in.size, Rows: in.rows, SetAside: in.setAside}
		if in.table != nil {
			x.Table = in.table.Name
		}
		list = append(list, x)
		rows += in.rows
		setAside += in.setAside
	}
	return list, rows, setAside
}

// finish completes the files: sorted tables, workbook, manifest.
func (r *run) finish(m *Manifest) error {
	if err := r.out.close(); err != nil {
		return err
	}
	if r.Report {
		if err := r.writeReport(m); err != nil {
			return err
		}
	}
	return r.writeManifest(m)
}

func (r *run) writeManifest(m any) error {
	return r.stage.Write(outdir.Manifest, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(m)
	})
}
