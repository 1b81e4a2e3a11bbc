package pipeline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// ImportOptions are what an import of a newer table of rates is asked to do.
type ImportOptions struct {
	File      string
	Out       string   // the folder to write
	Schedules []string // folders of ordinances laid over the built-in ones
	AsOf      string   // the day the table was read; never blank
	Source    string   // what it is called; blank is the file's name
	Rules     ordinance.UpdateRules
	Version   string
}

// A RatesImport is what a newer table would change, and where that was written.
type RatesImport struct {
	File         string
	Rows         int // of the table
	Comparison   *ordinance.Comparison
	Problems     []string // rows that could not be read, as sentences
	RowsWritten  int
	PlacesInThem int
}

// LeftOut is how many rows of the table are in no result but suspicious.csv and
// problems.csv.
func (i *RatesImport) LeftOut() int { return len(i.Problems) + len(suspiciousRows(i.Comparison)) }

// suspiciousRows are the numbers of the rows left out as doubtful.
func suspiciousRows(c *ordinance.Comparison) map[int]bool {
	rows := map[int]bool{}
	for _, x := range c.Doubtful(true) {
		rows[x.Update.Row] = true
	}
	return rows
}

// The tables of an import.
var (
	differenceTable = results.Texts("difference", false, "change", "field", "id", "name", "old", "new", "from", "to", "row", "remark")
	suspiciousTable = results.Texts("suspicious", false, "taken", "why", "in_words", "change", "field", "id", "name", "old", "new", "from", "to", "row")
	importTables    = []*results.Table{differenceTable, suspiciousTable, results.Problems}
)

func isImport(name string) bool {
	return name == outdir.Manifest || name == "rates.csv" || name == "sources.yaml" || slices.Contains(ordinance.ReviewFiles, name)
}

// ImportRates compares a newer table of rates with the data and writes what it
// would change as a folder of ordinances, for review. The data in force do not
// change.
func ImportRates(o ImportOptions) (*RatesImport, error) {
	for _, dir := range o.Schedules {
		if same(dir, o.Out) {
			return nil, UsageError{fmt.Errorf("--out %s is one of the --schedules folders that the table is compared with; give another", o.Out)}
		}
	}
	book, err := ordinance.Load(o.Schedules...)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(o.File)
	hash, size, err := hashFile(o.File)
	if err != nil {
		return nil, err
	}
	source := ordinance.ImportSource(cmp.Or(o.Source, name), o.AsOf, "Taken over by withhold rates import from "+name+", SHA-256 "+hash+".")
	r, err := readRates(o.File, name, o.AsOf, source.Key)
	if err != nil {
		return nil, err
	}
	i := &RatesImport{File: name, Rows: r.rows, Comparison: book.Compare(r.updates, o.Rules)}
	for _, p := range r.problems {
		i.Problems = append(i.Problems, p.Error())
	}
	i.RowsWritten, i.PlacesInThem = i.Comparison.Rows()
	m := &importManifest{Command: "rates import", Version: o.Version, Schedules: book.Hash(), AsOf: o.AsOf, Source: source.Key,
		Inputs: []ManifestInput{{Name: name, Table: "rates", SHA256: hash, Bytes: size, Rows: r.rows, SetAside: i.LeftOut()}}, Changes: map[string]int{}}
	for _, k := range ordinance.ChangeKinds {
		m.Changes[string(k)] = len(i.Comparison.Of(k))
	}
	return i, i.write(o.Out, source, r.problems, m)
}

// An importManifest says what an import was made of.
type importManifest struct {
	Command   string          `json:"command"`
	Version   string          `json:"version"`
	Schedules string          `json:"schedules"` // what the table was compared with
	AsOf      string          `json:"as_of"`
	Source    string          `json:"source"`
	Inputs    []ManifestInput `json:"inputs"`
	Changes   map[string]int  `json:"changes"`
}

func same(a, b string) bool {
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errX == nil && errY == nil && x == y
}

// hashFile is a file's SHA-256 and size.
func hashFile(path string) (hash string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, errors.Join(err, f.Close())
}

// readRates reads the table of rates in a file.
func readRates(path, name, asOf, source string) (*rateReader, error) {
	f, err := openTable(&input{path: path, name: name})
	if err != nil {
		return nil, err
	}
	r, err := newRateReader(f)
	if err == nil {
		r.asOf, r.source = asOf, source
		err = r.read()
	}
	if err == nil && r.rows == 0 {
		err = fmt.Errorf("%s: the table of rates has a header but no rows", name)
	}
	return r, errors.Join(err, f.Close())
}

// write puts the folder in place.
func (i *RatesImport) write(out string, source *ordinance.Source, problems []*table.Problem, m *importManifest) (err error) {
	stage, err := outdir.Open(out, isImport)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, stage.Discard())
		}
	}()
	err = errors.Join(
		stage.Write("rates.csv", i.Comparison.WriteRates),
		stage.Write("sources.yaml", func(w io.Writer) error { return ordinance.WriteSource(w, source) }),
		i.writeTables(stage, problems),
		(&run{stage: stage}).writeManifest(m))
	if err != nil {
		return err
	}
	return stage.Commit()
}

func (i *RatesImport) writeTables(stage *outdir.Stage, problems []*table.Problem) (err error) {
	o, err := openOutputs(stage, importTables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	for _, p := range problems {
		if err := o.problem(severe, p); err != nil {
			return err
		}
	}
	for _, x := range i.Comparison.Changes {
		if !x.Left && x.Kind != ordinance.ChangeNone && x.Kind != ordinance.ChangeNoTax {
			err := o.row(differenceTable, func(r *results.Row) {
				changeCells(r, &x)
				r.Text(x.Remark)
			})
			if err != nil {
				return err
			}
		}
	}
	for _, left := range []bool{true, false} {
		for _, x := range i.Comparison.Doubtful(left) {
			err := o.row(suspiciousTable, func(r *results.Row) {
				r.Text(map[bool]string{true: "no", false: "yes"}[left])
				codes, words := doubtWords(&x)
				r.Text(codes)
				r.Text(words)
				changeCells(r, &x)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func changeCells(r *results.Row, x *ordinance.Change) {
	for _, s := range []string{string(x.Kind), x.Field, x.ID, x.Name, x.Old, x.New} {
		r.Text(s)
	}
	r.Date(x.From)
	r.Date(x.To)
	r.Count(x.Update.Row)
}

// doubtWords are the codes of a change's doubts, and what they say; of a row that
// is left out with others of its municipality, that.
func doubtWords(x *ordinance.Change) (codes, words string) {
	if len(x.Doubts) == 0 {
		return "with_others", "another row of the same municipality is suspicious or could not be read"
	}
	var c, w []string
	for _, d := range x.Doubts {
		c, w = append(c, d.Code), append(w, d.Text)
	}
	return strings.Join(c, ";"), strings.Join(w, "; ")
}
