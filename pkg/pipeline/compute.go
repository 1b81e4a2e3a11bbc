package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// A pass streams all payroll once. parse runs for many batches at a time; the
// steps that follow run for one batch at a time in the order of the rows, except
// assess, which runs for many again.
type pass struct {
	assess func(w *worker, b *batch)
	post   func(b *batch) error
}

// compute is the pass that makes the lines and adds them up.
func (r *run) compute(ctx context.Context) error {
	r.expected = r.expectedChecks()
	if err := r.stream(ctx, pass{assess: (*worker).assess, post: r.post}); err != nil {
		return err
	}
	r.people.forgetChecks()
	if err := r.seen.Forget(); err != nil {
		return err
	}
	if r.people.count > manyPeople {
		runtime.GC() // of what is kept, they are a quarter
	}
	return r.refuseEmpty()
}

// manyPeople is from how many on it pays to collect what was kept of their checks.
const manyPeople = 50_000

// refuseEmpty warns of payroll without rows, and refuses it where no other has
// any.
func (r *run) refuseEmpty() error {
	for _, s := range r.payroll {
		if s.rows > 0 {
			continue
		}
		err := r.out.problem(warning, &table.Problem{File: s.in.name, Sheet: s.sheet, Code: "no_rows", Message: "it has a header but no rows"})
		if err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(r.payroll, func(s *source) bool { return s.rows > 0 }) {
		return fmt.Errorf("%s: payroll has a header but no rows", r.payroll[0].in.name)
	}
	return nil
}

// post adds a batch to what is kept and writes its lines.
func (r *run) post(b *batch) error {
	if done, err := r.keep(b); done || err != nil {
		return err
	}
	in := b.source.in
	in.rows += len(b.rows)
	b.source.rows += len(b.rows)
	for i := range b.rows {
		row := &b.rows[i]
		if !row.ok {
			in.setAside++
			if row.who == nil {
				r.unread = true
				r.unplaced++
				continue
			}
			row.who.employer.incomplete = true
			row.who.employer.totals.SetAside++
			continue
		}
		t := &row.who.employer.totals
		t.Checks++
		t.MoneyIn += row.Total
		if row.noCredit != nil {
			r.notes.add("credit_unknown", row.noCredit.Name)
		}
		if row.noPrincipal {
			r.notes.add("principal_unknown", row.who.employer.id)
		}
		if row.noLog {
			r.notes.add("log_missing", row.who.employer.id)
		}
		for j := row.lines[0]; j < row.lines[1]; j++ {
			t.line(&b.entries[j])
			if b.entries[j].place != nil {
				row.who.add(&b.entries[j].entry)
			}
		}
	}
	for _, p := range b.problems {
		p.File = in.name
		if err := r.out.problem(severe, p); err != nil {
			return err
		}
	}
	return r.out.lines(b)
}

// stream runs a pass over all payroll.
func (r *run) stream(ctx context.Context, p pass) error {
	return flow(ctx, r, record.PayrollKind, func() *batch { return &batch{} }, func() steps[*batch] {
		w := newWorker(r)
		s := steps[*batch]{parse: w.parse, identify: r.identify, post: p.post}
		if p.assess != nil {
			s.assess = func(b *batch) { p.assess(w, b) }
		}
		return s
	})
}

// expectedChecks is a guess at how many checks an employee has.
func (r *run) expectedChecks() int {
	people, size := 1, int64(0)
	for _, e := range r.people.employers {
		people += len(e.people)
	}
	for _, s := range r.payroll {
		size += s.in.size
	}
	return min(4+int(size)/people/100, fewPrints) // a row has a hundred bytes or so
}

// open gives do the source's table.
func (s *source) open(r *run, kind *record.Kind, do func(*table.Table) error) error {
	open, read := r.seen.Open, sha256.New()
	if r.hashedByReading(s.in) && s.in.hash == "" {
		open = func(path string) (*table.File, error) { return r.seen.OpenTee(path, read) }
	}
	f, err := openBy(s.in, open)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, t := range f.Tables {
		if t.Sheet != s.sheet {
			continue
		}
		if _, err := r.layoutOf(t, kind); err != nil {
			return err
		}
		err := errors.Join(do(t), r.warn(s.in, f))
		if err == nil && f.Teed() {
			s.in.hash = hex.EncodeToString(read.Sum(nil))
		}
		return err
	}
	return errors.New(s.in.name + " changed while it was read; start again")
}
