package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/pipeline"
)

// auditCmd is "withhold audit".
type auditCmd struct {
	Inputs    []string `arg:"" name:"input" help:"CSV files, XLSX workbooks or folders of them; - is payroll as CSV from standard input."`
	Out       string   `default:"withhold-audit" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	Tolerance string   `default:"0.00" placeholder:"AMOUNT" help:"Accept differences of no more than this, as 0.01 (${default})."`
	All       bool     `help:"List what agrees in audit.csv as well, with no cause."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
	Report    bool     `default:"true" negatable:"" help:"Write audit.xlsx as well (--no-report: only the CSV files)."`
	Strict    bool     `help:"Fail, writing nothing, if any row has to be set aside."`
	LogFormat string   `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet     bool     `help:"Say nothing but errors."`
	Workers   int      `default:"0" hidden:"" help:"Goroutines that compute; 0 is one a core. The results do not depend on it."`
}

// Help ends the command's help text.
func (*auditCmd) Help() string {
	return `Payroll is a provider's register: tax_withheld is what it withheld on a check for
tax_municipality (blank: the work municipality). Further rows of a check, with gross_wages
0.00, say what it withheld for other municipalities. employees, employers, agreements and a
work log say what the register does not; what nobody says is shown as money at risk.

Each difference goes to the first cause that explains it to the cent: municipality,
rate_date, resident_credit, base, exemption, day_rule, rounding, courtesy,
sign_or_duplicate; not_explained where none does. See docs/audit.md.

Exit codes: 0 all done, whatever was found; 1 failed, nothing written; 2 wrong usage;
3 done, but some rows were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *auditCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	tolerance, err := calc.ParseCents(cmd.Tolerance)
	if err != nil || tolerance < 0 {
		return usageError{fmt.Errorf("--tolerance %s: write an amount from 0.00 on, as 0.01", cmd.Tolerance)}
	}
	workers := cmd.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	report, err := pipeline.Audit(ctx, pipeline.AuditOptions{Tolerance: tolerance, All: cmd.All, Options: pipeline.Options{
		Inputs: cmd.Inputs, Stdin: c.stdin, Out: cmd.Out, Schedules: cmd.Schedules, Map: cmd.Map, Strict: cmd.Strict, Report: cmd.Report,
		Workers: workers, Version: version(), Progress: t.progress(),
	}})
	t.done()
	if report != nil {
		t.audit(report, cmd.Out, err == nil)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// audit says what the audit found: the first page in words, and where the rest is.
func (t *talk) audit(r *pipeline.AuditReport, out string, written bool) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		c := &m.Control
		e.Str("out", out).Int("checks", c.Checks).Int("compared", c.Compared).Int("differences", c.Differences).Int("set_aside", m.SetAside).
			Int("warnings", m.Warnings).Str("provider_tax", c.ProviderTax).Str("our_tax", c.OurTax).Str("over", c.Over).Str("under", c.Under).
			Strs("problems", r.Problems).Msg("audit done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet || !written {
		return
	}
	for _, line := range r.Words {
		fmt.Fprintln(t.out, line)
	}
	for _, c := range m.Causes {
		if c.Differences > 0 {
			fmt.Fprintf(t.out, "  %-18s %8d  over %12s  under %12s\n", c.Cause, c.Differences, c.Over, c.Under)
		}
	}
	t.ending(m.SetAside, m.Warnings, out, "audit.xlsx")
}
