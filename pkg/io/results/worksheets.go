package results

// Worksheets are the figures to key into agencies' own forms, one row a line of
// a form. Its values are texts: amounts, counts and rates stand in one column.
var Worksheets = &Table{"worksheets", text("employer_id", "form", "municipality", "period", "line", "label", "value", "working", "note")}
