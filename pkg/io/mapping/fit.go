package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/table"
)

// identities are our columns that name people, checks and firms.
var identities = []string{"employer_id", "employee_id", "check_id", "worksite_id", "ssn"}

// Fit finds t's header and makes t ready to be read as a table of the known
// columns. It returns our name for each of t's columns, "" for those not used,
// and the constants. A mapping that only renames leaves t's rows as they are; any
// other makes them anew. With totals, rows of totals are taken out and held to
// the rows above them.
func (m *Mapping) Fit(t *table.Table, known []string, totals bool) (names []string, constants map[string]string, err error) {
	if err := m.refused(); err != nil {
		return nil, nil, err
	}
	if err := m.findHeader(t, known); err != nil {
		return nil, nil, err
	}
	if !m.Plain() {
		s, err := m.bind(t, known)
		if err == nil {
			err = m.wants(s.names)
		}
		if err != nil {
			return nil, nil, err
		}
		s.install()
		return s.names, nil, nil
	}
	if names, constants, err = m.Apply(t.Header, known); err != nil {
		return nil, nil, err
	}
	if err := m.wants(slices.Concat(names, sorted(constants))); err != nil {
		return nil, nil, err
	}
	t.Use(func(column int) bool { return names[column] != "" })
	t.Identify(func(column int) bool { return slices.Contains(identities, names[column]) })
	if totals {
		passOver(t, names)
	}
	return names, constants, nil
}

// Try is Fit without making t ready: it reports whether m and t go together.
func (m *Mapping) Try(t *table.Table, known []string) error {
	if err := m.findHeader(t, known); err != nil {
		return err
	}
	if m.Plain() {
		_, _, err := m.Apply(t.Header, known)
		return err
	}
	_, err := m.bind(t, known)
	return err
}

// refused is the advice of a profile that is known only to be refused.
func (m *Mapping) refused() error {
	if m == nil || m.Profile == nil || m.Profile.Refuse == "" {
		return nil
	}
	return fmt.Errorf("%s: %s", m.Profile.Title, m.Profile.Refuse)
}

// wants is what a profile still needs to know, and where to write it.
func (m *Mapping) wants(have []string) error {
	if m == nil || m.Profile == nil {
		return nil
	}
	var missing []string
	text := ""
	for _, name := range m.Profile.Needs {
		if !slices.Contains(have, name) {
			missing = append(missing, name)
			text += fmt.Sprintf("\n  %s: %s", name, examples[name])
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s does not tell %s: write a mapping file like this (under constants, or under columns where a column has it)\nlike: %s\nconstants:%s",
		m.Profile.Title, strings.Join(missing, " and "), m.Profile.Name, text)
}

// examples are values for what profiles need.
var examples = map[string]string{"employer_id": `"0042"`, "pay_date": "2026-01-09", "work_municipality": "Columbus"}

// findHeader chooses t's header, and tells columns of one name apart.
func (m *Mapping) findHeader(t *table.Table, known []string) error {
	keys := map[string]bool{}
	for _, name := range slices.Concat(known, m.Headers()) {
		keys[keyOf(name)] = true
	}
	if m != nil && m.HeaderRows == 2 {
		t.DoubleHeader()
	}
	t.FindHeader(func(key string) bool { return keys[key] })
	if m == nil || t.Err() == nil {
		return t.Err()
	}
	many := t.NumberDuplicates()
	used := map[string]bool{}
	for _, h := range m.Headers() {
		used[keyOf(h)] = true
	}
	for _, h := range t.Header {
		k := keyOf(h)
		for n := 2; n <= many[k]; n++ {
			if second := fmt.Sprintf("%s #%d", h, n); used[k] && !used[keyOf(second)] {
				return fmt.Errorf("%s: %d columns of the export are called %q; say what %q is as well", m.file, many[k], h, second)
			}
		}
	}
	return t.Err()
}

// Apply gives the name among known for each column of a header, "" for columns
// not used, and the constants. Headers and names are compared without case,
// spaces and punctuation. What the mapping names it takes; the other known names
// are found where a header is that name. A mapped column that the header lacks
// is an error. It is for mappings that are plain.
func (m *Mapping) Apply(header, known []string) (names []string, constants map[string]string, err error) {
	names = make([]string, len(header))
	columns := indexOf(header)
	if m != nil {
		if err := m.apply(header, known, columns, names); err != nil {
			return nil, nil, err
		}
		constants = m.Constants
	}
	for _, name := range known {
		if i, ok := columns[keyOf(name)]; ok && names[i] == "" && !m.gives(name) {
			names[i] = name
		}
	}
	return names, constants, nil
}

// gives reports whether the mapping says where a name's value is.
func (m *Mapping) gives(name string) bool {
	if m == nil {
		return false
	}
	_, ok := m.names[name]
	return ok
}

func indexOf(header []string) map[string]int {
	columns := make(map[string]int, len(header))
	for i, h := range header {
		if k := keyOf(h); k != "" {
			columns[k] = i
		}
	}
	return columns
}

// apply enters the mapped columns in names.
func (m *Mapping) apply(header, known []string, columns map[string]int, names []string) error {
	errs := m.unknown(known)
	fail := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s", m.where(name), fmt.Sprintf(format, args...)))
	}
	for _, name := range m.given() {
		f := m.Columns[name]
		if f == nil {
			continue
		}
		i, ok := columns[keyOf(f.Column[0])]
		switch {
		case !ok:
			fail(name, "%s: no column %q in the export%s", name, f.Column[0], suggest(f.Column[0], header))
		case names[i] != "":
			fail(name, "%s and %s are both mapped to column %q", names[i], name, header[i])
		default:
			names[i] = name
		}
	}
	return errors.Join(errs...)
}

// unknown lists the names that are none of the table's.
func (m *Mapping) unknown(known []string) (errs []error) {
	for _, name := range m.given() {
		if !slices.Contains(known, name) {
			errs = append(errs, fmt.Errorf("%s: %s has no column %q%s", m.where(name), m.Table, name, suggest(name, known)))
		}
	}
	return errs
}

// where is the file and line of one of our names.
func (m *Mapping) where(name string) string {
	at, ok := m.names[name]
	if !ok {
		return m.file
	}
	return fmt.Sprintf("%s:%d", at.file, at.line)
}
