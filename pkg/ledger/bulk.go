package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"
)

// This file is how rows reach the database: many with one statement, since the
// statement and not the row is what costs, and on a goroutine of their own, so
// that the next are prepared while the last are inserted. Statements are given
// to the driver itself, which database/sql would copy every value for.

const (
	perStatement = 250 // rows that one statement inserts
	waiting      = 8   // statements that wait for the database at most
)

// A bulk collects rows of one table until there are enough for a statement.
type bulk struct {
	w             *writer
	insert, after string
	columns       int
	args          []driver.NamedValue
	statement     driver.Stmt // for a full one; the writer's
}

func (b *bulk) add(values ...any) error {
	for _, v := range values {
		b.args = append(b.args, driver.NamedValue{Ordinal: len(b.args) + 1, Value: v})
	}
	if b.rows(b.args) < perStatement {
		return nil
	}
	return b.flush()
}

// full reports whether the next row completes a statement.
func (b *bulk) full() bool { return b.rows(b.args) == perStatement-1 }

func (b *bulk) rows(args []driver.NamedValue) int { return len(args) / b.columns }

// flush hands over what was collected.
func (b *bulk) flush() error {
	if len(b.args) == 0 {
		return nil
	}
	full := b.args
	select {
	case b.args = <-b.w.spare:
	default:
		b.args = nil
	}
	return b.w.send(inserted{b, full})
}

// inserted are rows that are to be.
type inserted struct {
	*bulk
	args []driver.NamedValue
}

// A writer inserts rows within a transaction, in the order it is given them.
type writer struct {
	s      *SQL
	conn   *sql.Conn
	ctx    context.Context // done where the run is given up, or a statement failed: its cause says why
	fail   context.CancelCauseFunc
	queue  chan inserted
	open   sync.WaitGroup // what of the queue is not done
	spare  chan []driver.NamedValue
	closes []driver.Stmt
}

func (s *SQL) newWriter(ctx context.Context, conn *sql.Conn) *writer {
	w := &writer{s: s, conn: conn, queue: make(chan inserted, waiting), spare: make(chan []driver.NamedValue, waiting)}
	w.ctx, w.fail = context.WithCancelCause(ctx)
	go func() {
		for x := range w.queue {
			if w.ctx.Err() == nil {
				if err := w.insert(x); err != nil {
					w.fail(s.explain(err))
				}
			}
			select {
			case w.spare <- x.args[:0]:
			default:
			}
			w.open.Done()
		}
	}()
	return w
}

func (w *writer) bulk(table, columns, after string) *bulk {
	return &bulk{w: w, insert: w.s.insert + table + " (" + columns + ") VALUES ", after: after, columns: strings.Count(columns, ",") + 1}
}

// send tells of the failure of an earlier statement, if any.
func (w *writer) send(x inserted) error {
	w.open.Add(1)
	w.queue <- x
	return context.Cause(w.ctx)
}

// wait waits until all that was sent is inserted.
func (w *writer) wait() error {
	w.open.Wait()
	return context.Cause(w.ctx)
}

// insert makes a statement for as many rows, or takes the one for a full one.
func (w *writer) insert(x inserted) error {
	ctx := context.WithoutCancel(w.ctx)
	return w.conn.Raw(func(c any) (err error) {
		n, statement := x.rows(x.args), x.statement
		if n < perStatement || statement == nil {
			row := "(" + marks(x.columns) + "),"
			text := w.s.bind(x.bulk.insert + strings.TrimSuffix(strings.Repeat(row, n), ",") + x.after)
			if statement, err = c.(driver.ConnPrepareContext).PrepareContext(ctx, text); err != nil {
				return err
			}
			w.closes = append(w.closes, statement)
		}
		if n == perStatement {
			x.statement = statement
		}
		_, err = statement.(driver.StmtExecContext).ExecContext(ctx, x.args)
		return err
	})
}

// close ends the writer, before its transaction ends. What was sent and is not
// inserted yet is dropped.
func (w *writer) close() {
	w.fail(sql.ErrTxDone)
	close(w.queue)
	w.open.Wait()
	_ = w.conn.Raw(func(any) error { // what failed was told when it did
		for _, s := range w.closes {
			_ = s.Close()
		}
		return nil
	})
}
