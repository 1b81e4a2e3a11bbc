package calc

import "strconv"

// This file is how values look where a program reads them: as text, so that no
// reader takes an amount for a floating point number.

// MarshalText is c as 1234.56.
func (c Cents) MarshalText() ([]byte, error) { return c.Append(nil), nil }

// MarshalText is r as 0.0125.
func (r Rate) MarshalText() ([]byte, error) { return r.Append(nil), nil }

// MarshalText is d as 2026-03-31, or nothing where d is not known.
func (d Date) MarshalText() ([]byte, error) { return d.Append(nil), nil }

// MarshalText is m as 2026-03.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalText is h as 7.25.
func (h Hours) MarshalText() ([]byte, error) { return h.Append(nil), nil }

// Append writes h to b without trailing zeros: 8, 7.25.
func (h Hours) Append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(h/1_0000), 10)
	rest := h % 1_0000
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for unit := Hours(1000); rest > 0; unit /= 10 {
		b = append(b, byte('0'+rest/unit))
		rest %= unit
	}
	return b
}

// String is h as 7.25.
func (h Hours) String() string { return string(h.Append(nil)) }
