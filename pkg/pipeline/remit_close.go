package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"example.com/withhold/pkg/ledger"
)

// This file is how periods are closed, so that a command that is cut off at any
// moment can be run again: see the comment of package ledger.

// A closing is known in the ledger by the words that asked for it.
const closingWord = "remit "

var periodName = regexp.MustCompile(`^\d{4}-(Q[1-4]|(0[1-9]|1[0-2])(-P\d{1,2})?)$`)

func (o *RemitOptions) check() error {
	switch {
	case o.Period == "" && o.DueBy == 0 || o.Period != "" && o.DueBy != 0:
		return UsageError{errors.New("give --due-by DATE or --period 2026-03, one of the two")}
	case o.Period != "" && !periodName.MatchString(o.Period):
		return UsageError{fmt.Errorf("--period %s: not a period; write 2026-03, 2026-Q1 or, for a part of a month, 2026-03-P1", o.Period)}
	case o.CloseIncomplete && o.SkipIncomplete:
		return UsageError{errors.New("give --close-incomplete or --skip-incomplete, one of the two")}
	case (o.CloseIncomplete || o.Again) && !o.Close:
		return UsageError{errors.New("--close-incomplete and --again do nothing without --close")}
	}
	return nil
}

// request are the words of the command, as its closing is known by: a line that
// can be given to a shell, whatever the order in which employers were named.
func (o *RemitOptions) request() string {
	words := closingWord + "--period " + o.Period
	if o.Period == "" {
		words = closingWord + "--due-by " + o.DueBy.String()
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(o.Employers))) {
		words += " --employer " + shellWord(id)
	}
	return words + " --close"
}

var plainWord = regexp.MustCompile(`^[\w.+@%/:-]+$`)

// shellWord is a word as a shell takes it for one.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// findPending finds a closing that was cut off before its results were in place.
// Only the same command may go on: it makes the results again. With Again it does
// so of one that was not cut off.
func (r *remitting) findPending() error {
	for i := range r.runs {
		run := &r.runs[i]
		if !strings.HasPrefix(run.ID, closingWord) {
			continue
		}
		same := r.o.Close && run.ID == r.o.request()
		switch {
		case same && (r.o.Again || !run.Confirmed):
			r.pending = run
		case !run.Confirmed:
			return fmt.Errorf("on %s %s closed periods, but the results were not seen put in place in %s: first run the same again, "+
				"which closes nothing more and makes them: withhold %s --out %s", run.Started, run.Who, run.Out, run.ID, run.Out)
		}
	}
	if r.o.Again && r.pending == nil {
		return fmt.Errorf("--again: no earlier withhold %s closed anything in this ledger", r.o.request())
	}
	return nil
}

// asItWas gives an employer the closed periods from before the closing that is
// made again, and returns what that closed.
func (r *remitting) asItWas(ctx context.Context, e *employer) (batch []ledger.Closed, err error) {
	if r.pending == nil {
		return nil, nil
	}
	n := r.pending.Number
	after, err := r.memory.store.ClosedBefore(ctx, e.id, n+1)
	if err != nil {
		return nil, err
	}
	for _, c := range after {
		if c.Run == n {
			batch = append(batch, c)
		}
	}
	r.memory.closed[e.id], err = r.memory.store.ClosedBefore(ctx, e.id, n)
	return batch, err
}

// mayClose is an error where chosen periods of an employer with a municipality
// must not be closed.
func (r *remitting) mayClose(e *employer, list []*remittal) error {
	if !r.o.Close || r.pending != nil {
		return nil
	}
	for _, x := range list {
		if !x.chosen || !x.changes() {
			continue
		}
		if e.incomplete && !r.o.CloseIncomplete {
			return fmt.Errorf("employer %s: rows of %s were set aside, so that less may be remitted than is due: mend them and run the file again, "+
				"or leave such employers out with --skip-incomplete, or give --close-incomplete; nothing was closed", e.id, strings.Join(r.incomplete[e.id], ", "))
		}
		for _, y := range list {
			if y.before == nil && !y.chosen && x.before == nil && x.period.From <= y.period.From && y.period.To <= x.period.To {
				return fmt.Errorf("employer %s, %s: %s is within %s and is open: close both with --due-by %s; nothing was closed",
					e.id, x.place.Name, y.name, x.name, max(x.payBy, y.payBy))
			}
		}
	}
	return nil
}

// putInPlace makes the results durable, closes the periods, and then puts the
// results where they were asked for.
func (r *remitting) putInPlace(ctx context.Context) error {
	if len(r.closing) == 0 {
		return r.stage.Commit()
	}
	if err := r.stage.Seal(); err != nil {
		return err
	}
	number, err := r.closePeriods(ctx)
	if err != nil {
		return fmt.Errorf("%w; nothing was closed or written", err)
	}
	pause("closed")
	if err := r.stage.Commit(); err != nil {
		return fmt.Errorf("%w; the periods are closed, but the results are not in place: run the same again, which closes nothing more", err)
	}
	pause("in place")
	if err := r.memory.store.Confirm(context.WithoutCancel(ctx), number); err != nil {
		return fmt.Errorf("%w; all is closed and in place, but the ledger does not say so: run the same again", err)
	}
	return nil
}

func (r *remitting) closePeriods(ctx context.Context) (number int64, err error) {
	if r.pending != nil {
		return r.pending.Number, nil
	}
	run, err := r.thisRun(r.o.request(), r.o.Ledger)
	if err != nil {
		return 0, err
	}
	return r.memory.store.ClosePeriods(ctx, run, r.closing)
}

// thisRun is the run as the ledger records it.
func (r *run) thisRun(id string, o LedgerOptions) (ledger.Run, error) {
	out, err := filepath.Abs(r.Out)
	return ledger.Run{ID: id, Started: o.Now.UTC().Format(time.RFC3339), Who: o.Who, Version: r.Version, Schedules: r.book.Hash(), Out: out}, err
}
