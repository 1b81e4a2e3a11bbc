package efw2

import "example.com/withhold/pkg/calc"

// ssaRule is the first of the SSA's rules that the boxes of an RW break: the box
// at fault and why, or nothing. A file with such a record is rejected whole (SSA
// Publication 42-007, tax years 2021 and 2023).
func ssaRule(box func(string) calc.Cents) (name, message string) {
	social := box("box_3") + box("box_7")
	switch {
	case box("box_5") < social:
		return "box_5", "Medicare wages " + box("box_5").String() + " are less than social security wages and tips " + social.String()
	case box("box_4") > 0 && social == 0:
		return "box_4", "social security tax " + box("box_4").String() + " without social security wages or tips"
	case box("box_6") > 0 && box("box_5") == 0:
		return "box_6", "Medicare tax " + box("box_6").String() + " without Medicare wages"
	}
	return "", ""
}
