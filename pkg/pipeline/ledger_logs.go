package pipeline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
)

// This file is how days of a work log are kept in the ledger, one fact a day.

// A loggedEntry is a log entry as the ledger keeps it.
type loggedEntry struct {
	Place    string `json:"place,omitempty"` // id
	Hours    int32  `json:"hours"`           // in ten-thousandths
	Activity string `json:"activity,omitempty"`
	Affixed  bool   `json:"affixed,omitempty"`
	Site     string `json:"site,omitempty"`
}

// logDay reads one person's day of the ledger.
func (r *run) logDay(who *employee, f *ledger.Fact) (list []calc.LogEntry, err error) {
	day, err := calc.ParseDate(f.Item)
	var entries []loggedEntry
	if err != nil || json.Unmarshal([]byte(f.Content), &entries) != nil || len(entries) == 0 {
		return nil, errors.New("a day of a work log in the ledger cannot be read; run withhold ledger check")
	}
	for _, x := range entries {
		p, err := r.places.find(x.Place)
		if err != nil {
			return nil, fmt.Errorf("a work log in the ledger: %w", err)
		}
		e := calc.LogEntry{Day: day, Place: r.logs.id(p), Hours: calc.Hours(x.Hours), Affixed: x.Affixed}
		e.Activity, _ = calc.ParseActivity(x.Activity)
		if x.Site != "" {
			site, ok := r.logs.siteIDs[siteKey{who.employer, x.Site}]
			if !ok {
				who.employer.incomplete = true
			}
			e.Site = site
		}
		list = append(list, e)
	}
	return list, nil
}

// saveLogs puts the days of the work logs in force. Those that came from the
// ledger are the same and change nothing.
func (m *memory) saveLogs(r *run) error {
	sites := map[int32]string{}
	for key, n := range r.logs.siteIDs {
		sites[n] = key.id
	}
	for _, who := range r.logs.people {
		for i := 0; i < len(who.log); {
			day, list := who.log[i].Day, []loggedEntry(nil)
			for ; i < len(who.log) && who.log[i].Day == day; i++ {
				e := &who.log[i]
				x := loggedEntry{Hours: int32(e.Hours), Activity: e.Activity.String(), Affixed: e.Affixed, Site: sites[e.Site]}
				if p := r.logs.places[e.Place]; p != nil {
					x.Place = p.ID
				}
				list = append(list, x)
			}
			slices.SortFunc(list, func(a, b loggedEntry) int {
				return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Activity, b.Activity), cmp.Compare(a.Hours, b.Hours),
					cmp.Compare(a.Site, b.Site), compareBool(a.Affixed, b.Affixed))
			})
			text, err := json.Marshal(list)
			if err != nil {
				return err
			}
			if _, err := m.tx.SetFact(ledger.Fact{Kind: record.WorklogKind.Name, EmployerID: who.employer.id, EmployeeID: who.id(),
				Item: day.String(), Content: string(text)}); err != nil {
				return err
			}
		}
	}
	return nil
}
