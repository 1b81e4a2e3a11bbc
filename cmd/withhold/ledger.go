package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"example.com/withhold/pkg/pipeline"
)

// ledgerFlags are the flags of a command that posts to a ledger.
type ledgerFlags struct {
	Ledger     string        `placeholder:"FILE" help:"Ledger to read and post to, made if missing; without it nothing is remembered."`
	LedgerWait time.Duration `default:"10s" placeholder:"TIME" help:"How long to wait for another run to end its use of the ledger (${default})."`
}

func (f *ledgerFlags) options() pipeline.LedgerOptions {
	who := "unknown"
	if u, err := user.Current(); err == nil {
		who = u.Username
	}
	return pipeline.LedgerOptions{Path: f.Ledger, Wait: f.LedgerWait, Who: who, Now: time.Now()}
}

// ledgerCmd is "withhold ledger".
type ledgerCmd struct {
	Check  ledgerCheckCmd  `cmd:"" help:"Look through the whole ledger: is the file sound, and does every sum agree with its lines?"`
	Export ledgerExportCmd `cmd:"" help:"Write everything in the ledger as CSV files."`
	Backup ledgerBackupCmd `cmd:"" help:"Write a consistent copy of the ledger, also while a run is under way."`
}

type ledgerCheckCmd struct {
	Ledger string `arg:"" help:"The ledger."`
	Quiet  bool   `help:"Say nothing where the ledger is sound."`
}

var errLedgerFaults = errors.New("the ledger does not agree with itself: do not post to it; restore the latest backup that passes this check, " +
	"and run again what was posted since")

// Run does it.
func (cmd *ledgerCheckCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	r, err := pipeline.CheckLedger(ctx, cmd.Ledger)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	for _, f := range r.Faults {
		fmt.Fprintln(c.stdout, f)
	}
	for _, run := range r.Unconfirmed {
		if strings.HasPrefix(run.ID, "remit ") {
			fmt.Fprintf(c.stdout, "run %d of %s closed periods, but its results in %s were not seen put in place: run the same again, which closes nothing more: withhold %s\n",
				run.Number, run.Started, run.Out, run.ID)
			continue
		}
		fmt.Fprintf(c.stdout, "run %d of %s posted, but its results in %s were not seen put in place: run the same inputs again, which posts nothing more\n",
			run.Number, run.Started, run.Out)
	}
	if len(r.Faults) > 0 {
		return errLedgerFaults
	}
	if cmd.Quiet {
		return nil
	}
	fmt.Fprintf(c.stdout, "the ledger is sound: %s, %s in force and %d superseded, %s, %s, %s\n", count(int(r.Runs), "run"),
		count(int(r.InForce), "check"), r.Superseded, count(int(r.Lines), "line"), count(int(r.Sums), "sum"), count(int(r.Facts), "fact"))
	return nil
}

type ledgerExportCmd struct {
	Ledger string `arg:"" help:"The ledger."`
	Out    string `default:"withhold-ledger" placeholder:"DIR" help:"Folder for the files (${default}). An earlier export in it is replaced; anything else is refused."`
}

// Run does it.
func (cmd *ledgerExportCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	m, err := pipeline.ExportLedger(ctx, cmd.Ledger, cmd.Out, version())
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Tables)) {
		fmt.Fprintf(c.stdout, "%s.csv: %s\n", name, count(m.Tables[name].Rows, "row"))
	}
	fmt.Fprintf(c.stdout, "in %s; facts.csv holds whole social security numbers and is readable by you alone\n", cmd.Out)
	return nil
}

type ledgerBackupCmd struct {
	Ledger string `arg:"" help:"The ledger."`
	File   string `arg:"" help:"The copy, a new file in a folder that is there."`
	Quiet  bool   `help:"Say nothing but errors."`
}

// Run does it.
func (cmd *ledgerBackupCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	if folder := filepath.Dir(cmd.File); !isFolder(folder) {
		return fmt.Errorf("there is no folder %s for the copy; make it first", folder)
	}
	if err := pipeline.BackupLedger(ctx, cmd.Ledger, cmd.File); err != nil {
		return fmt.Errorf("%w", err)
	}
	if !cmd.Quiet {
		fmt.Fprintf(c.stdout, "copied to %s\n", cmd.File)
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
