package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// logs are the work logs of a run: entries by person, and the places and
// worksites they name, by number.
type logs struct {
	places  []*place // by calc.PlaceID; the first is nowhere
	ids     map[*place]calc.PlaceID
	sites   []site // by number; the first is none
	siteIDs map[siteKey]int32
	people  []*employee // those with a log
	rules   map[ruleKey]*calc.OccasionalEntrant
}

type siteKey struct {
	employer *employer
	id       string
}

type site struct {
	id                       string
	place                    *place
	natureDays, contractDays int
}

type ruleKey struct {
	place calc.PlaceID
	year  int
}

func newLogs() *logs {
	return &logs{places: []*place{nil}, ids: map[*place]calc.PlaceID{}, sites: make([]site, 1),
		siteIDs: map[siteKey]int32{}, rules: map[ruleKey]*calc.OccasionalEntrant{}}
}

func (l *logs) id(p *place) calc.PlaceID {
	if p == nil {
		return calc.Nowhere
	}
	id, ok := l.ids[p]
	if !ok {
		id = calc.PlaceID(len(l.places))
		l.ids[p] = id
		l.places = append(l.places, p)
	}
	return id
}

// rule is a municipality's rule of exempt days for a calendar year: the one in
// force on its first day, or on the first day of the year that is known.
func (l *logs) rule(id calc.PlaceID, day calc.Date) *calc.OccasionalEntrant {
	key := ruleKey{id, day.Year()}
	r, ok := l.rules[key]
	if !ok {
		r = l.findRule(id, day)
		l.rules[key] = r
	}
	return r
}

// ruleOf is rule for use by several goroutines, after all days are counted.
func (l *logs) ruleOf(id calc.PlaceID, day calc.Date) *calc.OccasionalEntrant {
	if r, ok := l.rules[ruleKey{id, day.Year()}]; ok {
		return r
	}
	return l.findRule(id, day)
}

func (l *logs) findRule(id calc.PlaceID, day calc.Date) *calc.OccasionalEntrant {
	law, err := l.places[id].law(calc.NewDate(day.Year(), 1, 1))
	if err != nil {
		law, err = l.places[id].law(day)
	}
	if err != nil || law == nil {
		return &calc.OccasionalEntrant{}
	}
	return &law.OccasionalEntrant
}

// addSite takes one row of worksites.
func (l *loader) addSite(rec *record.Worksite) error {
	if rec.ID == "" || rec.EmployerID == "" {
		return nil
	}
	p, err := l.place(&rec.Source, "municipality", rec.Municipality)
	if err != nil {
		return err
	}
	logs, e := l.run.logs, l.run.people.employer(rec.EmployerID)
	key := siteKey{e, rec.ID}
	if _, twice := logs.siteIDs[key]; twice {
		return l.fault(&rec.Source, "worksite_id", "duplicate", rec.ID, fmt.Errorf("this worksite is given twice; keep one row"))
	}
	if rec.Bad {
		e.incomplete = true
		return nil
	}
	logs.siteIDs[key] = int32(len(logs.sites))
	logs.sites = append(logs.sites, site{rec.ID, p, rec.NatureDays, rec.ContractDays})
	return nil
}

// readLog reads one work log, after all that its rows may refer to.
func (l *loader) readLog(s *source) error {
	return s.open(l.run, record.WorklogKind, func(t *table.Table) error {
		n, problems, err := record.Worklog(t, &s.layout, l.takeEntry)
		s.in.rows += n
		for _, p := range problems {
			if err := l.run.setAside(s.in, p); err != nil {
				return err
			}
		}
		return err
	})
}

// takeEntry takes one row of a work log. It names the column at fault with an
// error.
func (l *loader) takeEntry(x *record.LogRow) (column string, err error) {
	logs, who := l.run.logs, l.run.people.employee(string(x.EmployerID), string(x.EmployeeID))
	p, err := l.run.places.find(string(x.Municipality))
	if err != nil {
		who.employer.incomplete = true
		return "municipality", err
	}
	e := calc.LogEntry{Day: x.Day, Place: logs.id(p), Hours: x.Hours, Activity: x.Activity, Affixed: x.Affixed}
	if len(x.WorksiteID) > 0 {
		id, ok := logs.siteIDs[siteKey{who.employer, string(x.WorksiteID)}]
		switch {
		case !ok:
			who.employer.incomplete = true
			return "worksite_id", fmt.Errorf("worksites has no such worksite of employer %s", who.employer.id)
		case logs.sites[id].place != p:
			who.employer.incomplete = true
			return "worksite_id", fmt.Errorf("worksites has it in %s, the log in %s", logs.sites[id].place.title(), p.title())
		}
		e.Site = id
	}
	logs.add(who)
	who.log = append(who.log, e)
	return "", nil
}

// add adds a person without a log yet to those who have one.
func (l *logs) add(who *employee) {
	if who.log == nil {
		who.own()
		l.people = append(l.people, who)
	}
}

// title is what messages call a place.
func (p *place) title() string {
	if p == nil {
		return "no municipality"
	}
	return p.Name
}

// sortLogs puts each person's log in the order of days, and counts a row that
// repeats another to the letter once, so that a log given twice, or split over
// files that overlap, says the same.
func (r *run) sortLogs() {
	slices.SortFunc(r.logs.people, func(a, b *employee) int {
		return cmp.Or(cmp.Compare(a.employer.id, b.employer.id), cmp.Compare(a.id(), b.id()))
	})
	for _, who := range r.logs.people {
		slices.SortFunc(who.log, compareEntries)
		before := len(who.log)
		who.log = slices.Compact(who.log)
		for range before - len(who.log) {
			r.notes.add("log_repeated", who.employer.id)
		}
		for i := 0; i < len(who.log); {
			var sum calc.Hours
			day := who.log[i].Day
			for ; i < len(who.log) && who.log[i].Day == day; i++ {
				sum += who.log[i].Hours
			}
			if sum > 24_0000 {
				r.notes.add("log_hours", who.employer.id)
			}
		}
	}
}

func compareEntries(a, b calc.LogEntry) int {
	return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Place, b.Place), cmp.Compare(a.Hours, b.Hours),
		cmp.Compare(a.Activity, b.Activity), cmp.Compare(a.Site, b.Site), compareBool(a.Affixed, b.Affixed))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// persons groups those with a log by person: related employers add their days
// up. Within a group the social security number tells who is who, and where one
// is not known the employee id.
func (r *run) persons() [][]*employee {
	type bySSN struct {
		group string
		ssn   record.SSNMark
	}
	type byID struct{ group, id string }
	ssns, ids := map[bySSN]int{}, map[byID][]int{}
	var all [][]*employee
	join := func(i int, who *employee) { all[i] = append(all[i], who) }
	fresh := func(who *employee) int { all = append(all, []*employee{who}); return len(all) - 1 }
	var rest []*employee
	for _, who := range r.logs.people {
		group := who.employer.related
		switch {
		case group == "":
			fresh(who)
		case who.ssn == 0:
			rest = append(rest, who)
		default:
			key := bySSN{group, who.ssn}
			i, ok := ssns[key]
			if ok {
				join(i, who)
			} else {
				i = fresh(who)
				ssns[key] = i
			}
			if list := ids[byID{group, who.id()}]; !slices.Contains(list, i) {
				ids[byID{group, who.id()}] = append(list, i)
			}
		}
	}
	for _, who := range rest {
		key := byID{who.employer.related, who.id()}
		if list := ids[key]; len(list) == 1 {
			join(list[0], who)
			continue
		}
		ids[key] = []int{fresh(who)}
	}
	return all
}
