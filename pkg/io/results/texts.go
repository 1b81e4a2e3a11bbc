package results

// Texts makes a table of texts, for what is written as it is kept. It is called
// once for each table, before any is written.
func Texts(name string, holdsSSNs bool, names ...string) *Table {
	t := &Table{name, text(names...)}
	if holdsSSNs {
		private = append(private, t)
	}
	return t
}
