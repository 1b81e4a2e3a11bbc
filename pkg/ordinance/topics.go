package ordinance

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// A topic is one question that law answers, and on which an ordinance may differ
// from state law on its own.
type topic int

const (
	topicRate topic = iota
	topicCredit
	topicBase
	topicResidents
	topicOccasionalEntrant
	topicSmallEmployer
	topicHomeDays
	topicRemittance
	topicElectronic
	topicRequest
	topicGreaterOf
	topicReconciliation
	topicContractors
	topicWinnings
	topicLottery
	topicLateTax
	topicLateReturn
	topicNetProfit
	topicExclusion // the first of calc.NumReasons: one topic a reason

	numTopics = int(topicExclusion) + calc.NumReasons
)

var topicNames = [...]string{
	"rate", "credit", "base", "residents", "occasional_entrant", "small_employer", "home_days", "remittance",
	"electronic", "request", "greater_of", "reconciliation", "contractors", "winnings", "lottery", "late_tax",
	"late_return", "net_profit",
}

func (t topic) String() string {
	if t >= topicExclusion {
		return "exclusions " + calc.Reason(t-topicExclusion).String()
	}
	return topicNames[t]
}

// A provision is what one entry says from its day on.
type provision struct {
	from   calc.Date
	file   string
	line   int
	cite   calc.Citation
	source string // a key of sources.yaml, or blank
	note   string
	follow bool            // the local rule has ended: state law again
	set    func(*calc.Law) // nil where follow is set, or what holds is not known
}

// topics are provisions by topic, the oldest first.
type topics [numTopics][]provision

// on is the provision of a topic in force on a day, or nil.
func (t *topics) on(which topic, d calc.Date) *provision {
	if t == nil {
		return nil
	}
	list := t[which]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].from <= d {
			return &list[i]
		}
	}
	return nil
}

// A topicReader reads the values of an entry beyond the common keys, which are
// from, cite, source, note and follow.
type topicReader struct {
	keys []string
	read func(f *fields, cite calc.Citation) func(*calc.Law)
}

var topicReaders = map[topic]topicReader{
	topicRate:              {[]string{"rate", "confirmed"}, readRate},
	topicCredit:            {[]string{"factor", "limit", "of_own_rate"}, readCredit},
	topicBase:              {[]string{"base"}, readBase},
	topicResidents:         {[]string{"rule", "employers"}, readResidents},
	topicOccasionalEntrant: {[]string{"days", "counts", "look_back", "refund"}, readOccasionalEntrant},
	topicRemittance:        {[]string{"rules"}, readRemittance},
	topicReconciliation:    {[]string{"due"}, readReconciliation},
	topicContractors:       {[]string{"due"}, readContractors},
	topicWinnings:          {[]string{"monthly", "annual", "penalty", "return_penalty"}, readWinningsLaw},
	topicLottery:           {[]string{"over"}, readLottery},
	topicLateTax:           {[]string{"share", "up_to", "first_month", "later_months", "most"}, readLateTax},
	topicLateReturn:        {[]string{"amount", "up_to", "each_month", "most"}, readLateReturn},
	topicNetProfit:         {[]string{"rent_times"}, readNetProfit},
	topicSmallEmployer:     provisionReader(func(l *calc.Law) *calc.Provision { return &l.SmallEmployer }),
	topicHomeDays:          provisionReader(func(l *calc.Law) *calc.Provision { return &l.HomeDays }),
	topicElectronic:        provisionReader(func(l *calc.Law) *calc.Provision { return &l.Electronic }),
	topicRequest:           provisionReader(func(l *calc.Law) *calc.Provision { return &l.Request }),
	topicGreaterOf:         provisionReader(func(l *calc.Law) *calc.Provision { return &l.GreaterOf }),
}

// readTopics reads every topic in a mapping into t; local says that `follow:
// state` is allowed, which state law itself cannot say.
func (f *fields) readTopics(t *topics, local bool) {
	for i, name := range topicNames {
		if n := f.values[name]; n != nil {
			t[i] = f.entries(n, name, topicReaders[topic(i)], local && topic(i) > topicCredit)
		}
	}
	n := f.values["exclusions"]
	if n == nil {
		return
	}
	codes := reasonCodes()
	reasons := f.fields(n, "exclusions", codes...)
	for i, code := range codes {
		if n := reasons.values[code]; n != nil {
			t[int(topicExclusion)+i] = f.entries(n, code, exclusionReader(calc.Reason(i)), local)
		}
	}
}

// entries reads the dated list of a topic, newest first in the file.
func (t *textFile) entries(n *yaml.Node, name string, r topicReader, mayFollow bool) []provision {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		t.fault(n, "%s is not a list of dated entries; write - from: 2016-01-01 below it", name)
		return nil
	}
	var list []provision
	for _, item := range t.items(n) {
		p, ok := t.entry(item, name, r, mayFollow)
		if !ok {
			continue
		}
		if len(list) > 0 && p.from >= list[len(list)-1].from {
			t.fault(item, "%s from %s is not older than the entry above it; write the newest first, each day once", name, p.from)
			continue
		}
		list = append(list, p)
	}
	slices.Reverse(list)
	return list
}

// entry reads one dated entry. ok is false where its day could not be read.
func (t *textFile) entry(n *yaml.Node, name string, r topicReader, mayFollow bool) (p provision, ok bool) {
	keys := append([]string{"from", "cite", "source", "note"}, r.keys...)
	if mayFollow {
		keys = append(keys, "follow")
	}
	f := t.fields(n, name, keys...)
	p = provision{file: t.name, line: n.Line, source: f.text("source"), note: f.text("note")}
	if n.Kind != yaml.MappingNode {
		return p, false
	}
	if f.need("cite", `the words of law it rests on, such as "Codified Ordinances 181.05(b)"`) {
		p.cite = calc.Citation(f.text("cite"))
	}
	if f.need("from", "the day it starts on, such as 2016-01-01") {
		p.from = f.date("from")
	}
	if f.values["follow"] != nil {
		p.follow = f.choice("follow", "state") == 0
		for _, key := range r.keys {
			if v := f.values[key]; v != nil {
				t.fault(v, "%s beside follow: state; remove one of them", key)
			}
		}
	} else {
		p.set = r.read(f, p.cite)
	}
	return p, p.from != 0
}
