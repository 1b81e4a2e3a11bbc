package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
)

// This file finds the wage factor in the ledger: the wages of the year by where
// the services were performed, 001 (C)(1)(c).

// ledgerWages are the wages that a ledger knows, by employer and year, as far as
// they were asked for.
type ledgerWages struct {
	path  string
	known []string // employers
	sums  map[business]*wagesByPlace
}

type wagesByPlace struct {
	all  calc.Cents
	here map[string]calc.Cents // by municipality's id
}

// ledgerWages reads those that rows of factors do not say; nil where no ledger is
// given.
func (r *run) ledgerWages(ctx context.Context) (w *ledgerWages, err error) {
	if r.Ledger.Path == "" {
		return nil, nil
	}
	a, err := openArchive(ctx, ArchiveOptions{Ledger: r.Ledger, Schedules: r.Schedules}, "withhold apportion")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	aside, err := a.memory.setAside(ctx)
	if err != nil {
		return nil, err
	}
	w = &ledgerWages{path: r.Ledger.Path, known: a.ids, sums: map[business]*wagesByPlace{}}
	for i := range r.factors {
		f := &r.factors[i]
		key := business{f.EmployerID, f.Year}
		if f.Bad || f.WagesKnown || w.sums[key] != nil || !slices.Contains(a.ids, f.EmployerID) {
			continue
		}
		if w.sums[key], err = a.wagesOf(ctx, key); err != nil {
			return nil, err
		}
		if files := aside[f.EmployerID]; len(files) > 0 {
			err = r.out.problem(warning, shortOfRows(f.EmployerID, files))
			if delete(aside, f.EmployerID); err != nil { // once
				return nil, err
			}
		}
	}
	return w, nil
}

// wagesOf adds up the lines for the place of work of a year's checks. Lines of
// residences and of catch-ups are the same wages once more.
func (a *archive) wagesOf(ctx context.Context, key business) (*wagesByPlace, error) {
	w := &wagesByPlace{here: map[string]calc.Cents{}}
	from, to := calc.NewDate(key.year, 1, 1), calc.NewDate(key.year, 12, 31)
	for l, err := range a.posted(ctx, a.people.employer(key.employer), from, to) {
		if err != nil {
			return nil, err
		}
		if l.Role != calc.Work.String() {
			continue
		}
		w.all += l.Wages
		w.here[l.Municipality] += l.Wages
	}
	return w, nil
}

// of is the wage factor of an employer in a place.
func (w *ledgerWages) of(employer string, year int, at *place) (calc.Factor, error) {
	sums := w.sums[business{employer, year}]
	if sums == nil || sums.all == 0 && len(sums.here) == 0 {
		return calc.Factor{}, fmt.Errorf("it is blank, as wages_here is, and the ledger has no payroll of employer %q in %d; write both, 0 where there are none anywhere",
			employer, year)
	}
	f := calc.Factor{Here: sums.here[at.ID], Everywhere: sums.all}
	if err := f.Check(); err != nil {
		return f, fmt.Errorf("the ledger's wages of employer %q in %d: %w", employer, year, err)
	}
	return f, nil
}
