// Package worksheet fills in forms: what an agency's own return or
// reconciliation asks for, line by line, as figures for a person to key in.
//
// What a form looks like is data, one YAML file each under schedules/forms, and
// in the forms folder of a directory laid over it. A profile says whom the form
// is for, what its header asks, which lines and grids it has, and what must
// agree with what. It knows no rate: a rate comes with the figures, from the
// ordinance. None of the forms was tried against an agency's own system, and
// each says in its profile how far it can be trusted; every sheet repeats that.
//
//	forms, err := worksheet.Load(schedules.FS)
//	for _, form := range forms.For("dayton", "self", worksheet.Return, period) {
//		sheet, err := form.Fill(input)
//		...
//		err = document.Add(sheet)
//	}
//
// # What is computed
//
// A line is a figure that the caller gives (see [Figures]), or a sum,
// a difference or the greater of figures and earlier lines. Nothing else:
// which wages are taxed and what is due is decided in package calc, and
// deciding it again here could only differ.
//
// # What is not known
//
// A figure that was not given is never zero. Its line stays blank, to fill in,
// and so does each line that follows from it.
//
// # What must agree
//
// A form's ties (RITA Form 17: section 6 equals section 4) are computed from
// independent figures and shown on the sheet. [Sheet.Err] is the error of those
// that fail: such a return must not be sent.
package worksheet
