package pipeline

import (
	"errors"
	"fmt"
	"io"

	"example.com/withhold/pkg/calc"
	ach "example.com/withhold/pkg/io/payment"
)

// This file makes the file for the bank.

// writeFile writes the file for the bank, and reads it back.
func (r *remitting) writeFile() error {
	p := &r.payments
	list, at := p.entries()
	if len(list) == 0 {
		return nil
	}
	now := r.now()
	stamp := ach.Stamp{Created: p.day, Time: now.Format("1504"), Modifier: "A"}
	file, err := p.bank.File(stamp, list)
	if err != nil {
		return err
	}
	traces, err := p.traces(stamp, file, list)
	if err != nil {
		return err
	}
	for i := range p.list {
		if j, ok := at[i]; ok {
			p.list[i].trace = traces[j]
			p.inFile++
		}
	}
	f, err := r.stage.Create(achName, 0o600)
	if err != nil {
		return err
	}
	err = ach.Write(f, file)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err == nil {
		p.fileTotal, err = readBack(f, list)
	}
	return errors.Join(err, f.Close())
}

// entries are the payments of the file. Two periods that end on the same day are
// the same to the recipient and are paid as one: at says where each is.
func (p *payments) entries() (list []ach.Payment, at map[int]int) {
	type key struct {
		employer, recipient, municipality string
		end                               calc.Date
	}
	have, at := map[key]int{}, map[int]int{}
	for i := range p.list {
		y := &p.list[i]
		if !y.file {
			continue
		}
		k := key{y.EmployerID, y.Recipient, y.Municipality, y.PeriodEnd}
		j, ok := have[k]
		if !ok {
			have[k], at[i] = len(list), len(list)
			list = append(list, y.Payment)
			continue
		}
		at[i] = j
		list[j].Tax += y.Tax
		list[j].Effective = min(list[j].Effective, y.Effective)
	}
	return list, at
}

// traces are the trace numbers of payments in a file.
func (p *payments) traces(stamp ach.Stamp, f *ach.File, list []ach.Payment) ([]string, error) {
	traces := make([]string, len(list))
	taken := make([][]bool, len(f.Batches))
	first := make([]int, len(f.Batches)) // the number of the batch's first entry
	for i, n := 0, 1; i < len(f.Batches); i++ {
		taken[i], first[i] = make([]bool, len(f.Batches[i].Entries)), n
		n += len(f.Batches[i].Entries)
	}
	for i := range list {
		one, err := p.bank.File(stamp, list[i:i+1])
		if err != nil {
			return nil, err
		}
		b, e := find(f, &one.Batches[0], taken)
		if b < 0 {
			return nil, fmt.Errorf("a payment of employer %s is not in the payment file; nothing was written", list[i].EmployerID)
		}
		taken[b][e] = true
		traces[i] = fmt.Sprintf("%.8s%07d", f.Batches[b].Company.ODFI, first[b]+e)
	}
	return traces, nil
}

// find finds the one entry of a batch in a file, among those not taken.
func find(f *ach.File, one *ach.Batch, taken [][]bool) (batch, entry int) {
	for b := range f.Batches {
		if f.Batches[b].Company != one.Company || f.Batches[b].Effective != one.Effective {
			continue
		}
		for e := range f.Batches[b].Entries {
			if !taken[b][e] && sameEntry(&f.Batches[b].Entries[e], &one.Entries[0]) {
				return b, e
			}
		}
	}
	return -1, -1
}

func sameEntry(a, b *ach.Entry) bool {
	s, err := a.TXP.Segment()
	t, err2 := b.TXP.Segment()
	return err == nil && err2 == nil && s == t && a.Amount == b.Amount && a.Account == b.Account && a.Routing == b.Routing && a.ID == b.ID
}

// readBack reads the file and holds it to the payments that it is to make.
func readBack(r io.Reader, list []ach.Payment) (total calc.Cents, err error) {
	back, err := ach.Read(r)
	if err != nil {
		return 0, fmt.Errorf("%s, read back: %w; nothing was written", achName, err)
	}
	entries, due := 0, calc.Cents(0)
	for _, b := range back.Batches {
		for _, e := range b.Entries {
			entries++
			total += e.Amount
		}
	}
	for _, x := range list {
		due += x.Total()
	}
	if entries != len(list) || total != due {
		return 0, fmt.Errorf("%s, read back, makes %d payments of %s, and %d of %s are to be made; nothing was written", achName, entries, total, len(list), due)
	}
	return total, nil
}
