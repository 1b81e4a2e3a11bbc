package pipeline

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"testing"
)

// TestPeople: whoever asks for a person while others are added gets the same one,
// and no two persons are taken for one, whatever their ids hold.
func TestPeople(t *testing.T) {
	var ids [][2]string
	for i := range 2000 {
		ids = append(ids, [2]string{fmt.Sprint("E", i%7), fmt.Sprint(i)})
	}
	for _, odd := range []string{"A|B,C", `A|"B,C"`, "A,B|C", `"A,B"|C`, "=1|2", "'=1|2", "|1", "A|", "A|B|C"} {
		employer, id, _ := strings.Cut(odd, "|")
		ids = append(ids, [2]string{employer, id})
	}
	p := newPeople()
	found := make([][]*employee, 4)
	var wait sync.WaitGroup
	for n := range found {
		wait.Go(func() {
			for i := range ids {
				at := (i + n*500) % len(ids)
				found[n] = append(found[n], p.employee(ids[at][0], ids[at][1]))
			}
		})
	}
	wait.Wait()
	seen := map[*employee]bool{}
	for i, x := range ids {
		who := p.employee(x[0], x[1])
		if who.id() != x[1] || who.employer.id != x[0] || seen[who] {
			t.Fatalf("employee %q of %q is %q of %q", x[1], x[0], who.id(), who.employer.id)
		}
		seen[who] = true
		for n := range found {
			if at := (i - n*500%len(ids) + len(ids)) % len(ids); found[n][at] != who {
				t.Fatalf("employee %q of %q is two", x[1], x[0])
			}
		}
	}
	if n := p.count; n != len(ids) {
		t.Errorf("%d people, want %d", n, len(ids))
	}
}

// TestLikely: a hash that is looked up once finds the person, or nobody: never
// somebody else's.
func TestLikely(t *testing.T) {
	p := newPeople()
	var hashes []uint64
	for i := range 1000 {
		id := fmt.Sprint(i)
		p.employee("E", id)
		hashes = append(hashes, maphash.String(seed, "E\x00"+id), uint64(i))
	}
	got := make([]*employee, len(hashes))
	p.index.Load().likely(hashes, got)
	hits := 0
	for i, who := range got {
		switch {
		case who == nil:
		case who.hash != hashes[i]:
			t.Fatalf("%x finds somebody of %x", hashes[i], who.hash)
		case i%2 == 0:
			hits++
		}
	}
	if hits < 500 {
		t.Errorf("%d of 1000 are found at once", hits)
	}
}
