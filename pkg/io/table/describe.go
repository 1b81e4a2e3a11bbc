package table

import "strings"

// Describe says for people what the file is: "CSV text, cells between commas".
func (f *File) Describe() string {
	if len(f.Tables) > 0 {
		t := f.Tables[0].src
		if r, ok := t.(*reshaped); ok {
			t = r.from.src
		}
		if c, ok := t.(*csvSource); ok {
			return c.describe()
		}
	}
	var names []string
	for _, t := range f.Tables {
		names = append(names, t.Sheet)
	}
	return "XLSX workbook, visible sheets: " + strings.Join(names, ", ")
}

func (c *csvSource) describe() string {
	s := "CSV text, cells between " + map[byte]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars"}[c.csv.comma]
	if c.declared != 0 {
		s += " (declared in its first line)"
	}
	if c.encoding != "" {
		s += ", " + c.encoding
	}
	if c.csv.end == '\r' {
		s += ", lines ended by CR alone"
	}
	return s
}
