package efw2

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// published is the positions of Publication 42-007 as a person reads them, kept
// apart from layouts/2023.csv: each part is positions and a short name.
const published = `
RA 1-2 RA |3-11 EIN |12-19 User ID |20-23 vendor |24-28 bl |29 resub |30-35 WFID |36-37 sw code |38-94 company |95-116 location |117-138 delivery
 |139-160 city |161-162 st |163-167 zip |168-171 ext |172-176 bl |177-199 f.state |200-214 f.post |215-216 ctry |217-273 submitter |274-295 loc |296-317 del |318-339 city
 |340-341 st |342-346 zip |347-350 ext |351-355 bl |356-378 f.state |379-393 f.post |394-395 ctry |396-422 contact |423-437 phone |438-442 ext |443-445 bl |446-485 email
 |486-488 bl |489-498 fax |499 bl |500 preparer |501-512 bl
RE 1-2 RE |3-6 year |7 agent |8-16 EIN |17-25 agent for |26 terminating |27-30 establishment |31-39 other EIN |40-96 name |97-118 location |119-140 delivery |141-162 city |163-164 st
 |165-169 zip |170-173 ext |174 kind |175-178 bl |179-201 f.state |202-216 f.post |217-218 ctry |219 employment code |220 jurisdiction |221 3rd-party sick |222-248 contact
 |249-263 phone |264-268 ext |269-278 fax |279-318 email |319-512 bl
RW 1-2 RW |3-11 SSN |12-26 first |27-41 middle |42-61 last |62-65 suffix |66-87 location |88-109 delivery |110-131 city |132-133 st |134-138 zip |139-142 ext |143-147 bl |148-170 f.state
 |171-185 f.post |186-187 ctry |188-198 box1 |199-209 box2 |210-220 box3 |221-231 box4 |232-242 box5 |243-253 box6 |254-264 box7 |265-275 bl |276-286 box10 |287-297 D |298-308 E |309-319 F |320-330 G
 |331-341 H |342-352 bl |353-363 s457 |364-374 W |375-385 other NQ |386-396 Q |397-407 bl |408-418 C |419-429 V |430-440 Y |441-451 AA |452-462 BB |463-473 DD |474-484 FF |485 bl
 |486 statutory |487 bl |488 retirement |489 3rd-party sick |490-512 bl
RS 1-2 RS |3-4 state |5-9 taxing entity code |10-18 SSN |19-33 first |34-48 middle |49-68 last |69-72 suffix |73-94 location |95-116 delivery |117-138 city |139-140 st |141-145 zip |146-149 ext
 |150-154 bl |155-177 f.state |178-192 f.post |193-194 ctry |195-196 optional code |197-202 reporting period |203-213 UI total wages |214-224 UI taxable |225-226 weeks |227-234 hired
 |235-242 separated |243-247 bl |248-267 state employer acct |268-273 bl |274-275 state |276-286 state wages |287-297 state tax |298-307 other state data |308 tax type
 |309-319 LOCAL WAGES |320-330 LOCAL TAX |331-337 state control no. |338-412 supplemental 1 |413-487 supplemental 2 |488-512 bl
RT 1-2 RT |3-9 count |10-24 box1 |25-39 box2 |40-54 box3 |55-69 box4 |70-84 box5 |85-99 box6 |100-114 box7 |115-129 bl |130-144 box10 |145-159 D |160-174 E |175-189 F |190-204 G |205-219 H
 |220-234 bl |235-249 s457 |250-264 W |265-279 other NQ |280-294 Q |295-309 DD |310-324 C |325-339 tax by 3rd-party sick payer |340-354 V |355-369 Y |370-384 AA |385-399 BB |400-414 FF |415-512 bl
RF 1-2 RF |3-7 bl |8-16 count |17-512 bl
RV 1-2 RV |3-512 state-defined`

// ourName is how the layout calls what stands there, where it matters.
var ourName = map[string]string{"EIN": "ein", "SSN": "ssn", "count": "count", "bl": "blank", "year": "year", "first": "first", "last": "last",
	"box1": "box_1", "box2": "box_2", "box3": "box_3", "box4": "box_4", "box5": "box_5", "box6": "box_6", "box7": "box_7", "box10": "box_10",
	"C": "box_12_c", "D": "box_12_d", "E": "box_12_e", "F": "box_12_f", "G": "box_12_g", "H": "box_12_h", "Q": "box_12_q", "V": "box_12_v",
	"W": "box_12_w", "Y": "box_12_y", "AA": "box_12_aa", "BB": "box_12_bb", "DD": "box_12_dd", "FF": "box_12_ff", "s457": "box_11_457",
	"other NQ": "box_11_other", "state wages": "box_16", "state tax": "box_17", "LOCAL WAGES": "box_18", "LOCAL TAX": "box_19",
	"tax type": "tax_type", "taxing entity code": "taxing_entity", "supplemental 1": "supplemental_1", "supplemental 2": "supplemental_2",
	"statutory": "box_13_statutory", "retirement": "box_13_retirement", "tax by 3rd-party sick payer": "sick_pay_tax", "f.post": "foreign_postal"}

var place = regexp.MustCompile(`^(\d+)(?:-(\d+))? (.+)$`)

// TestPositions holds every field of every record to the publication, for every year.
func TestPositions(t *testing.T) {
	text := regexp.MustCompile(`\n \|`).ReplaceAllString(published, "|")
	seen := 0
	for _, year := range []int{2023, 2024, 2025, 2026} {
		l, err := LayoutOf(year)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.TrimSpace(text)) {
			kind, parts, _ := strings.Cut(strings.TrimSpace(line), " ")
			fields := l.records[kind].fields
			list := strings.Split(parts, "|")
			if len(list) != len(fields) {
				t.Fatalf("%d %s has %d fields, and the publication %d", year, kind, len(fields), len(list))
			}
			for i, part := range list {
				m := place.FindStringSubmatch(strings.TrimSpace(part))
				from, _ := strconv.Atoi(m[1])
				to := from
				if m[2] != "" {
					to, _ = strconv.Atoi(m[2])
				}
				f := fields[i]
				if seen++; f.from != from || f.to != to {
					t.Errorf("%d %s %s is at %d-%d, and %q is at %d-%d", year, kind, f.name, f.from, f.to, m[3], from, to)
				}
				if name := ourName[m[3]]; name != "" && !strings.HasSuffix(f.name, name) {
					t.Errorf("%d %s %d-%d is %s, and in the publication %s", year, kind, from, to, f.name, m[3])
				}
			}
		}
	}
	if seen < 4*180 {
		t.Errorf("%d fields were looked at", seen)
	}
}

// TestLayoutWidths: money has 11 digits, and 15 in RT, which has a sum for every box of RW.
func TestLayoutWidths(t *testing.T) {
	l, _ := LayoutOf(2025)
	var boxes, sums []string
	for kind, width := range map[string]int{"RW": 11, "RS": 11, "RT": 15} {
		for _, f := range l.records[kind].fields {
			if (f.kind == kindMoney || f.kind == kindMaybeMoney) && f.width() != width {
				t.Errorf("%s %s has %d positions", kind, f.name, f.width())
			}
		}
	}
	for _, f := range l.records["RW"].money() {
		boxes = append(boxes, f.name)
	}
	for _, f := range l.records["RT"].money() {
		if f.name != boxSickPayTax {
			sums = append(sums, f.name)
		}
	}
	slices.Sort(boxes)
	slices.Sort(sums)
	if len(boxes) != 24 || !slices.Equal(boxes, sums) {
		t.Errorf("RW has %v\nRT has %v", boxes, sums)
	}
	if n := len(l.Boxes()); n != 24+3+2 {
		t.Errorf("%d boxes", n)
	}
}

func TestYears(t *testing.T) {
	for year, want := range map[int]string{
		2022: "no EFW2 layout for tax year 2022; there are layouts for 2023, 2024, 2025, 2026 (provisional)",
		2027: "no EFW2 layout for tax year 2027; there are layouts for 2023, 2024, 2025, 2026 (provisional)",
	} {
		if _, err := LayoutOf(year); err == nil || err.Error() != want {
			t.Errorf("%d: %v", year, err)
		}
	}
	for year, provisional := range map[int]bool{2023: false, 2024: false, 2025: false, 2026: true} {
		l, err := LayoutOf(year)
		if err != nil || l.Year != year || l.Source == "" || (l.Provisional != "") != provisional {
			t.Errorf("%d: %+v, %v", year, l, err)
		}
	}
}

// TestLayoutFaults: a table with a gap, an overlap or a short record is refused.
func TestLayoutFaults(t *testing.T) {
	const head = "record,field,from,to,kind,holds,title\nRA,record,1,2,is,RA,\n"
	for rows, want := range map[string]string{
		"RA,a,4,512,blank,,\n":                   "RA a is at 4-512, and the next free position is 3",
		"RA,a,2,512,blank,,\n":                   "RA a is at 2-512, and the next free position is 3",
		"RA,a,3,511,blank,,\n":                   "RA ends at 511",
		"RA,a,3,9,text,,\nRA,a,10,512,text,,\n":  "RA has two fields a",
		"RA,a,3,1,text,,\nRA,b,2,512,blank,,\n":  "RA a is at 3-1, and the next free position is 3",
		"RA,a,3,9,text\n":                        "record on line 3: wrong number of fields",
		"RA,a,x,9,text,,\nRA,b,10,512,blank,,\n": "RA a is at 0-9, and the next free position is 3",
	} {
		if _, err := parseRecords(head + rows); err == nil || err.Error() != want {
			t.Errorf("%q: %v", rows, err)
		}
	}
}
