package results

import "example.com/withhold/pkg/calc"

// Apportionment is what "withhold apportion" writes. Its factors are blank where
// they do not exist.
var Apportionment = &Table{"apportionment", columns(
	text("employer_id", "municipality", "year"),
	one("property_factor", Rate, false), one("receipts_factor", Rate, false), one("wage_factor", Rate, false),
	one("factors_used", Count, false), one("apportionment", Rate, false),
	[]Column{{"net_profit", Money, false}}, money("taxable"), one("rate", Rate, false), money("tax"), text("wages_from", "citation"))}

// Late is what "withhold late" writes: one row a period.
var Late = &Table{"late", columns(
	text("employer_id", "municipality", "period"), money("tax"), one("pay_by", Date, false), one("paid_on", Date, false),
	one("days", Count, false), money("interest", "penalty", "return_penalty", "total"), text("estimate", "working", "citation"),
	text("kind"), []Column{{"late_tax", Money, true}, {"unpaid", Money, true}})}

// shareUnit is the Rate of the sixth decimal.
const shareUnit = 10_000

// Share adds a share from zero to one with six decimals: 0.375000.
func (r *Row) Share(x calc.Rate) {
	n := x / shareUnit
	b := append(r.Bytes, byte('0'+n/1_000_000), '.')
	for unit := calc.Rate(100_000); unit > 0; unit /= 10 {
		b = append(b, byte('0'+n/unit%10))
	}
	r.end(b)
}
