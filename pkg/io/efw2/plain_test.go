package efw2

import (
	"strconv"
	"strings"
	"testing"
)

// plainFile is what readPlain finds.
type plainFile struct {
	people                         int
	box1, rtBox1, dd, rtDD, c, rtC int64
	stateWages                     int64
	local                          map[string][2]int64 // "DUBLIN C": wages, tax
	codes                          map[string]string   // DUBLIN: R0226
	ra, re, firstRW, firstRS       string
	rtCount, rfCount, year         string
}

// readPlain reads a file by the positions of the publication and nothing of this
// package, so that a fault of the layout's table or of the writer shows.
func readPlain(t *testing.T, text string) *plainFile {
	t.Helper()
	p := &plainFile{local: map[string][2]int64{}, codes: map[string]string{}}
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatalf("not a number: %v", err)
		}
		return n
	}
	if !strings.HasSuffix(text, "\r\n") {
		t.Fatal("no CR LF at the end")
	}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) != 512 {
			t.Fatalf("line %d has %d characters", i+1, len(line))
		}
		switch line[0:2] {
		case "RA":
			p.ra = line
		case "RE":
			p.re, p.year = line, line[2:6]
		case "RW":
			if p.people++; p.firstRW == "" {
				p.firstRW = line
			}
			p.box1 += number(line[187:198])
			p.dd += number(line[462:473])
			p.c += number(line[407:418])
		case "RS":
			if p.firstRS == "" {
				p.firstRS = line
			}
			if line[2:4] != "39" || line[273:275] != "39" {
				t.Fatalf("line %d is not Ohio's", i+1)
			}
			p.stateWages += number(line[275:286])
			name := strings.TrimSpace(line[337:412])
			key := name + " " + line[307:308]
			sum := p.local[key]
			p.local[key] = [2]int64{sum[0] + number(line[308:319]), sum[1] + number(line[319:330])}
			p.codes[name] = line[4:9]
		case "RT":
			p.rtCount = line[2:9]
			p.rtBox1 += number(line[9:24])
			p.rtDD += number(line[294:309])
			p.rtC += number(line[309:324])
		case "RF":
			p.rfCount = line[7:16]
		default:
			t.Fatalf("line %d is %q", i+1, line[0:2])
		}
	}
	return p
}

// TestFields looks at single fields of a file where the publication has them.
func TestFields(t *testing.T) {
	p := readPlain(t, small(t))
	for _, c := range []struct{ what, got, want string }{
		{"RA EIN", p.ra[2:11], "311234567"},
		{"RA user id", p.ra[11:19], "ABCD1234"},
		{"RA resubmission, WFID and software", p.ra[28:37], "0      99"},
		{"RA company", p.ra[37:54], "EXAMPLE WORKS LLC"},
		{"RA submitter", p.ra[216:233], "EXAMPLE WORKS LLC"},
		{"RA ZIP", p.ra[162:171], "43215    "},
		{"RA contact", p.ra[395:422], "JO PAYER                   "},
		{"RA telephone and extension", p.ra[422:442], "6145550100     7    "},
		{"RA mail", p.ra[445:461], "PAY@EXAMPLE.COM "},
		{"RA preparer", p.ra[499:500], "L"},
		{"RE year, agent and EIN", p.re[2:16], "2025 311234567"},
		{"RE terminating", p.re[25:26], "0"},
		{"RE name", p.re[39:57], "EXAMPLE WORKS LLC "},
		{"RE kind, and employment code with what follows it", p.re[173:174] + p.re[218:221], "NR 0"},
		{"RW SSN and first name", p.firstRW[2:26], "900000000ANA            "},
		{"RW last name and suffix", p.firstRW[41:65], "MUSTER0             JR  "},
		{"RW state, ZIP and extension", p.firstRW[131:142], "OH430161234"},
		{"RW box 1", p.firstRW[187:198], "00002950000"},
		{"RW box 7, never blank", p.firstRW[253:264], "00000000000"},
		{"RW boxes 13", p.firstRW[485:489], "0 10"},
		{"RS state, code and SSN", p.firstRS[2:18], "39R0226900000000"},
		{"RS type, wages and tax", p.firstRS[307:330], "C0000300000000000060000"},
		{"RS supplemental data", strings.TrimSpace(p.firstRS[337:412]) + " " + strings.TrimSpace(p.firstRS[412:487]), "DUBLIN OHIO"},
		{"RT and RF counts", p.rtCount + p.rfCount, "0000003000000003"},
		{"RITA's code", p.codes["HILLIARD"], "R0417"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}
