package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/rs/zerolog"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"example.com/withhold/pkg/pipeline"
)

// talk is how a long command speaks: a progress bar and text on a terminal, JSON
// lines where nobody watches. Everything goes to standard error but the result.
type talk struct {
	log      zerolog.Logger
	out      io.Writer
	bar      *progressbar.ProgressBar
	watched  bool
	quiet    bool
	asText   bool
	asJSON   bool // by request
	terminal io.Writer
	reading  string // what is read
}

func newTalk(c console, format string, quiet bool) *talk {
	t := &talk{out: c.stdout, quiet: quiet, watched: isTerminal(c.stderr), terminal: c.stderr, reading: "payroll"}
	t.asJSON = format == "json"
	t.asText = format == "text" || format == "auto" && t.watched
	w := c.stderr
	if t.asText {
		w = zerolog.ConsoleWriter{Out: c.stderr, NoColor: !t.watched, PartsExclude: []string{zerolog.TimestampFieldName}}
	}
	level := zerolog.InfoLevel
	if quiet {
		level = zerolog.ErrorLevel
	}
	t.log = zerolog.New(w).Level(level).With().Timestamp().Logger()
	return t
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progress is what to call as reading goes on; nil where nobody watches.
func (t *talk) progress() func(read, total int64) {
	if !t.watched || t.quiet {
		return nil
	}
	return func(read, total int64) {
		if t.bar == nil {
			t.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(t.terminal), progressbar.OptionShowBytes(true),
				progressbar.OptionSetDescription("reading "+t.reading), progressbar.OptionClearOnFinish())
		}
		_ = t.bar.Set64(read)
	}
}

// done takes the progress bar away.
func (t *talk) done() {
	if t.bar != nil {
		_ = t.bar.Finish()
	}
}

// outcome is the error of a command that writes results, or that rows were set
// aside.
func (t *talk) outcome(err error, setAside bool) error {
	switch {
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted; nothing was written, posted or closed")
	case err != nil:
		err = asUsage(err)
	case setAside:
		err = errRejected
	}
	return t.failed(err)
}

// failed is err for main to print or, where a JSON log was asked for, put into it,
// so that every line there is JSON.
func (t *talk) failed(err error) error {
	if err == nil || !t.asJSON {
		return err
	}
	if !errors.Is(err, errRejected) { // of which report spoke
		t.log.Error().Err(err).Msg("failed")
	}
	return logged{err}
}

// report says what the run did, and which of the results to look at first. Since
// is the day from which the ledger's checks were computed again, if that was asked.
func (t *talk) report(r *pipeline.Report, since, out, first string) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		e.Str("out", out).Int("employers", len(m.Employers)).Int("checks", m.Control.Checks).Int("set_aside", m.SetAside).
			Int("warnings", m.Warnings).Str("money_in", m.Control.MoneyIn).Str("tax_required", m.Control.TaxRequired).
			Str("tax_withheld", m.Control.TaxWithheld).Str("amount_due", r.AmountDue)
		if m.Ledger != nil {
			e.Int("recomputed", m.Ledger.Relined).Int("amendments", m.Ledger.Amendments)
		}
		e.Strs("problems", r.Problems).Msg("run done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	if since == "" {
		of := ""
		if m.Ledger != nil { // of which there may be more than this run's checks
			of = " in open periods"
		}
		fmt.Fprintf(t.out, "%s of %s: $%s paid, $%s tax required, $%s withheld, $%s to remit%s\n",
			count(m.Control.Checks, "check"), count(len(m.Employers), "employer"), m.Control.MoneyIn, m.Control.TaxRequired, m.Control.TaxWithheld, r.AmountDue, of)
	} else {
		fmt.Fprintf(t.out, "%s paid from %s on computed again: the tax of %d changed\n", count(m.Ledger.Same+m.Ledger.Relined, "check"), since, m.Ledger.Relined)
	}
	if m.Ledger != nil && m.Ledger.Amendments > 0 {
		fmt.Fprintf(t.out, "%s of what earlier runs posted: see %s/amendments.csv\n", count(m.Ledger.Amendments, "amendment"), out)
	}
	t.ending(m.SetAside, m.Warnings, out, first)
}

// problems names the first rows that were set aside, and how many more there are.
func (t *talk) problems(first []string, setAside int) {
	for _, p := range first {
		fmt.Fprintln(t.terminal, p)
	}
	if more := setAside - len(first); len(first) > 0 && more > 0 {
		fmt.Fprintf(t.terminal, "... and %d more in problems.csv\n", more)
	}
}

// ending says where the results are and which to look at first.
func (t *talk) ending(setAside, warnings int, out, first string) {
	if setAside+warnings > 0 {
		fmt.Fprintf(t.out, "%s set aside, %s: see %s/problems.csv\n", count(setAside, "row"), count(warnings, "warning"), out)
	}
	fmt.Fprintf(t.out, "results in %s; start with %s\n", out, first)
}

// count is a number of things: 1 row, 2 rows.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
