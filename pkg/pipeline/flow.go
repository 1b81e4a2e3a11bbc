package pipeline

import (
	"context"
	"io"
	"sync"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// This file is how the rows of one kind of table stream through a command: in
// batches, on all cores, with turns where the order of rows matters.

// carried is what a batch of any kind carries: a block of rows, and where it
// stands among the inputs.
type carried struct {
	n      int // its place among all batches
	source *source
	number int // of the source
	table  *table.Table
	block  table.Block
}

func (c *carried) load() *carried { return c }

// A carrier is a batch of some kind.
type carrier interface{ load() *carried }

// steps are what one worker does with a batch. parse and assess run for many
// batches at a time; identify and post run for one at a time, in the order of
// the rows. assess may be nil.
type steps[B carrier] struct {
	parse, identify, assess func(B)
	post                    func(B) error
}

// flow streams the tables of a kind. fresh makes a batch, which is used again
// and again; worker makes the steps of one goroutine.
func flow[B carrier](ctx context.Context, r *run, kind *record.Kind, fresh func() B, worker func() steps[B]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := max(1, r.Workers)
	// Two batches for each worker and two more: one is read ahead while another
	// waits for its turn, and nobody waits for either.
	free, full := make(chan B, 2*workers+2), make(chan B, workers)
	for range cap(free) {
		free <- fresh()
	}
	identified, posted := newTurns(), newQueue[B]()
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			s := worker()
			for b := range full {
				n := b.load().n
				s.parse(b)
				identified.take(n, func() { s.identify(b) })
				if s.assess != nil && ctx.Err() == nil {
					s.assess(b)
				}
				posted.take(n, b, func(b B) {
					if ctx.Err() == nil {
						if err := s.post(b); err != nil {
							cancel(err)
						}
					}
					free <- b
				})
			}
		})
	}
	err := feed(ctx, r, kind, free, full)
	close(full)
	wait.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// feed reads the tables into batches, in order.
func feed[B carrier](ctx context.Context, r *run, kind *record.Kind, free chan B, full chan<- B) error {
	n := 0
	for i, s := range r.payroll {
		err := s.open(r, kind, func(t *table.Table) error {
			for {
				if err := context.Cause(ctx); err != nil {
					return err
				}
				b := <-free
				c := b.load()
				err := t.Next(&c.block)
				if err == io.EOF {
					free <- b // else a batch is lost with every table read
					return nil
				}
				if err != nil {
					return err
				}
				c.n, c.source, c.number, c.table = n, s, i, t
				n++
				full <- b
				r.read.at(r, s, t)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
