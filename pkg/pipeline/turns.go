package pipeline

import "sync"

// turns lets batches through one at a time, in the order of their numbers, while
// the work before and after is done at once on all cores. A worker that holds
// batch n has taken every number before it or seen another worker take it, so
// whoever holds the lowest number can always go on.
type turns struct {
	mu   sync.Mutex
	cond *sync.Cond
	next int
}

func newTurns() *turns {
	t := &turns{}
	t.cond = sync.NewCond(&t.mu)
	return t
}

// take runs do when all batches before n have had their turn.
func (t *turns) take(n int, do func()) {
	t.begin(n)
	do()
	t.end()
}

// begin waits for the turn of batch n; whoever has it may begin it again.
func (t *turns) begin(n int) {
	t.mu.Lock()
	for t.next != n {
		t.cond.Wait()
	}
	t.mu.Unlock()
}

// end ends the turn that was begun.
func (t *turns) end() {
	t.mu.Lock()
	t.next++
	t.mu.Unlock()
	t.cond.Broadcast()
}

// A queue has batches worked on one at a time, in the order of their numbers, and
// nobody waits for a turn: whoever brings the batch that is next works on it and
// on those after it that were brought before.
type queue struct {
	mu     sync.Mutex
	early  map[int]func() // brought before their turn
	next   int
	atWork bool
}

func newQueue() *queue { return &queue{early: map[int]func(){}} }

// take does what is to be done with batch n, at once or when those before it are
// done.
func (q *queue) take(n int, do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.early[n] = do
	if q.atWork {
		return
	}
	q.atWork = true
	for do := q.early[q.next]; do != nil; do = q.early[q.next] {
		delete(q.early, q.next)
		q.mu.Unlock()
		do()
		q.mu.Lock()
		q.next++
	}
	q.atWork = false
}
