package pipeline

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/io/table"
)

// This file is the walk of an audit: payroll, as a provider withheld on it, is
// put in the order of checks, each check is computed and compared as a whole,
// and the differences are added up by cause.

// AuditOptions are what an audit is asked to do.
type AuditOptions struct {
	Options
	Tolerance calc.Cents // differences of so many cents are accepted
	All       bool       // list what agrees as well
}

// An AuditReport says what an audit found, for the person who started it.
type AuditReport struct {
	Manifest *AuditManifest
	Words    []string // the first page's
	Problems []string // the first problems, as sentences
}

// auditReport is the workbook of an audit.
const auditReport = "audit.xlsx"

// auditTables are the tables of an audit, in the order people read them.
var auditTables = []*results.Table{results.AuditCauses, results.AuditMunicipalities, results.AuditMonths, results.AuditPeople,
	results.AuditAmended, results.AuditRisks, results.Audit, results.Problems}

func isAuditResult(name string) bool {
	return name == auditReport || name == outdir.Manifest ||
		slices.ContainsFunc(auditTables, func(t *results.Table) bool { return t.File() == name })
}

// audit is one audit under way.
type audit struct {
	*run
	o        AuditOptions
	register *spool.Sorter        // rows by check
	found    *spool.Sorter        // rows of audit.csv
	tables   map[int]*table.Table // by source, to read rows of the register with
	provider calc.Cents           // withheld, as read
	sums     *auditSums
}

// Audit compares what a provider withheld with what the law requires, finds the
// cause of each difference, and writes what it found. On an error nothing has
// been written. The report is given with ErrStrict as well.
func Audit(ctx context.Context, o AuditOptions) (report *AuditReport, err error) {
	r, err := newRun(o.Options)
	if err != nil {
		return nil, err
	}
	if r.stage, err = outdir.Open(o.Out, isAuditResult); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.stage.Discard())
		}
	}()
	r.auditing = true
	a := &audit{run: r, o: o, tables: map[int]*table.Table{}, register: spool.New(r.stage.Temp()), found: spool.New(r.stage.Temp()), sums: newAuditSums()}
	return a.steps(ctx)
}

func (a *audit) steps(ctx context.Context) (*AuditReport, error) {
	var err error
	if a.out, err = openOutputs(a.stage, auditTables); err != nil {
		return nil, err
	}
	a.out.sorted[results.Audit] = a.found
	if err := a.findInputs(record.PayrollKind); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(a.payroll, func(s *source) bool { return s.has("tax_withheld") }) {
		return nil, fmt.Errorf("%s: no column tax_withheld, so that there is nothing to compare; "+
			"a register says what was withheld on each check (a mapping file, --map, says which column it is)", a.payroll[0].in.name)
	}
	a.read.passes++
	if err := a.survey(ctx); err != nil {
		return nil, err
	}
	if err := a.collect(ctx); err != nil {
		return nil, err
	}
	if err := a.compare(ctx); err != nil {
		return nil, err
	}
	manifest, err := a.settleAudit()
	if err != nil {
		return nil, err
	}
	report := &AuditReport{manifest, a.words(manifest), a.out.firstProblems}
	if a.Strict && manifest.SetAside > 0 {
		return report, ErrStrict
	}
	if err := a.finishAudit(manifest, report.Words); err != nil {
		return nil, err
	}
	if err := a.stage.Commit(); err != nil {
		return nil, err
	}
	return report, nil
}

// collect is the pass that puts payroll in the order of checks. Rows that repeat
// another are findings here and stay.
func (a *audit) collect(ctx context.Context) error {
	err := flow(ctx, a.run, record.PayrollKind, func() *batch { return &batch{} }, func() steps[*batch] {
		w := newWorker(a.run)
		return steps[*batch]{parse: w.parse, identify: func(*batch) {}, post: a.take}
	})
	if err != nil {
		return err
	}
	return a.refuseEmpty()
}

// take keeps the rows of a batch. Of a row that is set aside it keeps that it
// was, so that its check is not compared without it.
func (a *audit) take(b *batch) error {
	in := b.source.in
	in.rows += len(b.rows)
	b.source.rows += len(b.rows)
	a.tables[b.number] = b.table
	for i := range b.rows {
		r := &b.rows[i]
		if !r.ok {
			in.setAside++
			if r.who != nil {
				r.who.employer.incomplete = true
			}
			if len(r.EmployerID) == 0 || len(r.EmployeeID) == 0 {
				continue
			}
		} else if r.WithheldKnown {
			a.provider += r.Withheld
		}
		if err := a.register.Add(checkKey(&r.Check), packRow(b, i)); err != nil {
			return err
		}
	}
	for _, p := range b.problems {
		p.File = in.name
		if err := a.out.problem(severe, p); err != nil {
			return err
		}
	}
	return nil
}

// checkKey is what rows of one check have in common, and sorts as audit.csv is
// sorted. Rows without a check id are one check for each pay date.
func checkKey(c *record.Check) []byte {
	key := bytes.Join([][]byte{c.EmployerID, c.EmployeeID, c.CheckID, nil}, []byte{0})
	return binary.BigEndian.AppendUint32(key, uint32(c.Pay.PayDate))
}

// packRow is a row as the register keeps it: its cells, so that rows of a check
// are in an order of their own, and where it was read.
func packRow(b *batch, i int) []byte {
	var p []byte
	for _, cell := range b.block.Row(i).Cells {
		p = append(binary.AppendUvarint(p, uint64(len(cell))), cell...)
	}
	p = binary.BigEndian.AppendUint32(p, uint32(b.number))
	p = binary.BigEndian.AppendUint64(p, uint64(b.rows[i].Row))
	if b.rows[i].ok {
		return append(p, 1)
	}
	return append(p, 0)
}

// A registerRow is a row of the register, unpacked.
type registerRow struct {
	cells    [][]byte
	id       rowID
	ok       bool
	repeated bool // it is the same to the letter as the one before
}

// packedTail is the length of what follows the cells.
const packedTail = 13

func unpackRow(p []byte) registerRow {
	end := len(p) - packedTail
	r := registerRow{ok: p[len(p)-1] == 1, id: rowID{int(binary.BigEndian.Uint32(p[end:])), int(binary.BigEndian.Uint64(p[end+4:]))}}
	for i := 0; i < end; {
		n, size := binary.Uvarint(p[i:end])
		i += size
		r.cells = append(r.cells, p[i:i+int(n):i+int(n)])
		i += int(n)
	}
	return r
}
