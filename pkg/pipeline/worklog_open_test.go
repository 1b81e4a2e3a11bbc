package pipeline

// open are the cases that do not hold yet, and why: their tests are skipped, and
// random worlds leave them out. What makes one hold takes it off the list.
var open = map[string]string{
	"never_is_not_caught_up":     "days that an agreement exempts are caught up",
	"threshold_by_the_day":       "the crossing is found by the agreement of December 31",
	"worksite_no_longer":         "a worksite stays the principal place while no place has a day",
	"birthday_at_no_place":       "what is caught up is judged by the age on the first of its days",
	"birthday_of_a_resident":     "residence tax is judged by the age on the first day, where no tax is levied at work",
	"days_for_related_employers": "the principal place is looked for among the days for one employer",
	"two_worksites":              "which of two worksites is the principal place depends on the order of rows",
}
