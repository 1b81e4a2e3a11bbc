// Package ordinance turns the data in schedules/ into law that can be applied:
// it finds a municipality as people write it and says what its law is on a day.
//
// [Load] reads the embedded data and any directories laid over it, checks all of
// it, and reports every fault with file, line and what to write instead. After
// that nothing can be wrong with a [Book], and looking something up costs no
// allocation:
//
//	book, err := ordinance.Load()
//	city, err := book.Find("City of Dublin")
//	law, err := city.On(payDate) // a *calc.Law
//
// # Three layers
//
// What holds in a municipality on a day is decided topic by topic: the entry of
// its own file that is in force, unless it says `follow: state`; else, for rate
// and credit, its row in rates.csv; else state.yaml. Before the oldest entry of a
// topic in its file, state law holds as well.
//
// # What is not known
//
// A rate or base that no source gives for a day is an [UnknownError], never zero
// and never the nearest value. Other topics may be silent: then the field of the
// Law is empty and so is its citation.
//
// The package decides no law; that is calc. It reads no clock and no payroll.
package ordinance
