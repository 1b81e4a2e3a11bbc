package pipeline

import "example.com/withhold/pkg/io/table"

// progress is how far reading payroll has come.
type progress struct {
	passes int   // how often payroll is read ahead of the computation
	done   int64 // of files read to the end, in all passes
	last   *input
	size   int64
}

// at tells the Options how much is read.
func (p *progress) at(r *run, s *source, t *table.Table) {
	if r.Progress == nil {
		return
	}
	if p.last != s.in {
		p.done += p.size
		p.last, p.size = s.in, s.in.size
	}
	var total int64
	seen := map[*input]bool{}
	for _, s := range r.payroll {
		if !seen[s.in] {
			seen[s.in] = true
			total += s.in.size
		}
	}
	total *= int64(1 + p.passes)
	r.Progress(min(p.done+t.Read(), total), total)
}
