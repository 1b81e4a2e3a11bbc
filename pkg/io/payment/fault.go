package payment

import "fmt"

// A Fault is what is wrong with a text that was read, and where.
type Fault struct {
	Line     int // from 1; 0 for a segment by itself
	From, To int // positions in the line, from 1, both inclusive; 0 for the whole of it
	Reason   string
}

// Error says line, positions and reason: line 3, positions 30-39: ...
func (f *Fault) Error() string {
	where := ""
	if f.Line > 0 {
		where = fmt.Sprintf("line %d, ", f.Line)
	}
	switch {
	case f.From == f.To && f.From > 0:
		where += fmt.Sprintf("position %d, ", f.From)
	case f.From > 0:
		where += fmt.Sprintf("positions %d-%d, ", f.From, f.To)
	}
	if where == "" {
		return f.Reason
	}
	return where[:len(where)-2] + ": " + f.Reason
}

func fault(from, to int, format string, args ...any) *Fault {
	return &Fault{From: from, To: to, Reason: fmt.Sprintf(format, args...)}
}
