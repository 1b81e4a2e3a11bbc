package pipeline

import (
	"context"
	"io"
	"iter"
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

// batchesEach is how many batches a worker has: one that it works on, and others
// that wait to be posted. They stay with it, since what they are made of is in the
// cache of one core.
const batchesEach = 3

// flow streams the tables of a kind. fresh makes a batch, which is used again
// and again; worker makes the steps of one goroutine. Whoever is free reads the next
// rows, so that nobody waits for another to hand it some.
func flow[B carrier](ctx context.Context, r *run, kind *record.Kind, fresh func() B, worker func() steps[B]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	rows := newReading(ctx, r, kind)
	defer rows.stop()
	identified, posted := newTurns(), newQueue()
	var wait sync.WaitGroup
	for range max(1, r.Workers) {
		wait.Go(func() {
			s, free := worker(), make(chan B, batchesEach)
			for range cap(free) {
				free <- fresh()
			}
			for b := range free {
				more, err := rows.fill(b.load())
				if err != nil {
					cancel(err)
				}
				if !more {
					return
				}
				n := b.load().n
				s.parse(b)
				identified.take(n, func() { s.identify(b) })
				if s.assess != nil && ctx.Err() == nil {
					s.assess(b)
				}
				posted.take(n, func() {
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
	wait.Wait()
	return context.Cause(ctx)
}

// A reading reads the tables of a kind, in order, for whoever asks for more.
type reading struct {
	mu   sync.Mutex
	to   *carried // what asks
	next func() (error, bool)
	stop func()
}

func newReading(ctx context.Context, r *run, kind *record.Kind) *reading {
	x := &reading{}
	x.next, x.stop = iter.Pull(x.all(ctx, r, kind))
	return x
}

// fill fills c with the next rows, if there are more.
func (x *reading) fill(c *carried) (more bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.to = c
	err, more = x.next()
	return more && err == nil, err
}

// all yields nil each time that what asks is filled, and then what went wrong, if
// anything did.
func (x *reading) all(ctx context.Context, r *run, kind *record.Kind) iter.Seq[error] {
	return func(yield func(error) bool) {
		n, stopped := 0, false
		for i, s := range r.payroll {
			err := s.open(r, kind, func(t *table.Table) error {
				for !stopped {
					if err := context.Cause(ctx); err != nil {
						return err
					}
					c := x.to
					if err := t.Next(&c.block); err == io.EOF {
						return nil
					} else if err != nil {
						return err
					}
					c.n, c.source, c.number, c.table = n, s, i, t
					n++
					r.read.at(r, s, t)
					stopped = !yield(nil)
				}
				return nil
			})
			if err != nil && !stopped {
				stopped = !yield(err)
			}
			if err != nil || stopped {
				return
			}
		}
	}
}
