package pipeline

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"example.com/withhold/pkg/ledger"
)

// This file is how the ledger remembers that rows of an employer were set aside,
// and in which file, until a run reads a file of that name without any: nobody
// should close a period that lacks them.

const asideKind = "set_aside"

// saveAside puts into the ledger of which employers this run set rows aside.
func (m *memory) saveAside(ctx context.Context, r *run) error {
	before, err := m.setAside(ctx)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(r.people.employers)) {
		e := r.people.employers[id]
		incomplete := e.incomplete || r.unread
		for _, in := range r.inputs {
			content := ""
			if incomplete && in.setAside > 0 {
				content = fmt.Sprintf("%d rows of the file", in.setAside)
			} else if !slices.Contains(before[id], in.name) {
				continue
			}
			if _, err := m.tx.SetFact(ledger.Fact{Kind: asideKind, EmployerID: id, Item: in.name, Content: content}); err != nil {
				return err
			}
		}
	}
	r.stillAside(before)
	return nil
}

// stillAside marks the employers of whom earlier runs set rows aside, in files
// that this run does not read.
func (r *run) stillAside(before map[string][]string) {
	for id, files := range before {
		missing := slices.ContainsFunc(files, func(name string) bool {
			return !slices.ContainsFunc(r.inputs, func(in *input) bool { return in.name == name })
		})
		if e := r.people.employers[id]; e != nil && missing {
			e.incomplete = true
		}
	}
}

// setAside are the files of which rows were set aside, by employer.
func (m *memory) setAside(ctx context.Context) (map[string][]string, error) {
	files := map[string][]string{}
	for f, err := range m.store.Facts(ctx, asideKind) {
		if err != nil {
			return nil, err
		}
		if f.Content != "" {
			files[f.EmployerID] = append(files[f.EmployerID], f.Item)
		}
	}
	return files, nil
}
