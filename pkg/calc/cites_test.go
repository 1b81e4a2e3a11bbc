package calc

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// TestCites: whatever a line under a law cites is among the law's cites, so that
// lines under laws with the same cites cite the same.
func TestCites(t *testing.T) {
	var law Law
	cite(reflect.ValueOf(&law).Elem(), "")
	cites := law.Cites()
	for role := CatchUp; role <= Work; role++ {
		for _, small := range []bool{false, true} {
			for r := range Reason(NumReasons) {
				l := Line{Law: &law, Role: role, Small: small, Exempt: "days"}
				l.Wages.NotSubject[r] = 1
				for _, c := range l.Citations() {
					if c != l.Exempt && !slices.Contains(cites, c) {
						t.Errorf("a line of %s, small %v, with %s cites %s, which is not among the law's cites", role, small, r, c)
					}
				}
			}
		}
	}
}

// cite gives each citation in v a text of its own.
func cite(v reflect.Value, path string) {
	switch {
	case v.Type() == reflect.TypeFor[Citation]():
		v.SetString(path)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				cite(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			cite(v.Index(i), fmt.Sprint(path, i))
		}
	}
}
