package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// This file is how a command looks at the inputs that answers a question and
// writes no results: it reads and counts as a run does, by the same functions.

// Problems are what was wrong with inputs that were looked at. Without a
// problems.csv to put them in, they are all told.
type Problems struct {
	Lines    []string // as sentences
	SetAside int      // rows that were not used
	Warnings int
}

// maxTold is how many problems are told: more are a file of another kind.
const maxTold = 200

// look opens the inputs of a question. close must be called at the end.
func look(o Options, needed *record.Kind) (r *run, close func() error, err error) {
	return lookUnder(o, needed, func(*run) error { return nil })
}

// lookUnder is look under law that change has changed.
func lookUnder(o Options, needed *record.Kind, change func(*run) error) (r *run, close func() error, err error) {
	if r, err = newRun(o); err != nil {
		return nil, nil, err
	}
	if err := change(r); err != nil {
		return nil, nil, err
	}
	if slices.Contains(record.GamingKinds, needed) {
		r.kinds = record.GamingKinds
	}
	r.out = &outputs{}
	close = func() error {
		if r.scratch == "" {
			return nil
		}
		return os.RemoveAll(r.scratch)
	}
	if err := r.findInputs(needed); err != nil {
		return nil, nil, errors.Join(err, close())
	}
	return r, close, nil
}

// temp is a folder for files that do not outlive the run.
func (r *run) temp() (string, error) {
	if r.stage != nil {
		return r.stage.Temp(), nil
	}
	var err error
	if r.scratch == "" {
		r.scratch, err = os.MkdirTemp("", "withhold-")
	}
	return r.scratch, err
}

// tell keeps a problem to be told.
func (o *outputs) tell(s severity, p *table.Problem) {
	switch {
	case len(o.told) >= maxTold:
	case s == warning:
		o.told = append(o.told, "warning: "+p.Error())
	default:
		o.told = append(o.told, p.Error())
	}
}

// remark is a warning of what was looked at.
func (r *run) remark(p *table.Problem) {
	r.out.warnings++
	r.out.tell(warning, p)
}

// problems are the problems found so far.
func (r *run) problems() (p Problems) {
	for _, n := range r.notes.problems() {
		r.remark(n)
	}
	p = Problems{Lines: r.out.told, Warnings: r.out.warnings}
	for _, in := range r.inputs {
		p.SetAside += in.setAside
	}
	if more := r.out.errors + r.out.warnings - len(p.Lines); more > 0 {
		p.Lines = append(p.Lines, fmt.Sprintf("... and %d more; withhold run lists them all in problems.csv", more))
	}
	return p
}

// findCapacity finds in which periods athletes, entertainers and public figures
// among the people with a work log were paid in that capacity.
func (r *run) findCapacity(ctx context.Context) (map[*employee][]period, error) {
	found := map[*employee][]period{}
	err := r.stream(ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			if x := &b.rows[i]; x.ok && x.InCapacity && x.who.log != nil && x.who.performs {
				found[x.who] = append(found[x.who], period{x.PeriodStart, x.PeriodEnd})
			}
		}
		return nil
	}})
	r.people.forgetChecks()
	return found, err
}
