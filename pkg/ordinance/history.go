package ordinance

import "example.com/withhold/pkg/calc"

// Laws are all laws of the municipality that are known, the oldest first. The
// caller must not change them.
func (m *Municipality) Laws() []*calc.Law {
	var laws []*calc.Law
	for _, in := range m.intervals {
		if in.law != nil {
			laws = append(laws, in.law)
		}
	}
	return laws
}
