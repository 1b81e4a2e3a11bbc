package pipeline

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestQueue: whoever brings a batch, and however early, batches are worked on in
// the order of their numbers, all of them, and never two at a time.
func TestQueue(t *testing.T) {
	const batches, workers = 2000, 4
	numbers := make(chan int, batches)
	for n := range batches {
		numbers <- n
	}
	close(numbers)
	var done []int // guarded by the queue alone
	var wait sync.WaitGroup
	q := newQueue()
	for range workers {
		wait.Go(func() {
			var mine []int // brought in another order than they were taken in
			bring := func() {
				rand.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
				for _, n := range mine {
					q.take(n, func() { done = append(done, n) })
				}
				mine = mine[:0]
			}
			for n := range numbers {
				if mine = append(mine, n); len(mine) == 5 {
					bring()
				}
			}
			bring()
		})
	}
	wait.Wait()
	if len(done) != batches {
		t.Fatalf("%d batches were worked on, of %d", len(done), batches)
	}
	for i, n := range done {
		if i != n {
			t.Fatalf("batch %d came as the %d-th", n, i)
		}
	}
}
