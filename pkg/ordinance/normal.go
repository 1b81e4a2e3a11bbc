package ordinance

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// abbreviations are written out before names are compared.
var abbreviations = map[string]string{
	"mt": "mount", "st": "saint", "ft": "fort", "pt": "point",
	"hts": "heights", "hgts": "heights", "spgs": "springs", "jct": "junction", "pk": "park",
	"twp": "township", "vil": "village", "vlg": "village",
	"n": "north", "s": "south", "e": "east", "w": "west",
}

// joiners are signs that do not part words: Sawyer's is sawyers.
var joiners = strings.NewReplacer("'", "", "’", "", "&", " and ")

// normal is a name in small letters and words written out, without punctuation,
// so that two ways of writing it compare equal.
func normal(name string) string {
	var b strings.Builder
	b.Grow(len(name) + 8)
	word := func(w string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if full := abbreviations[w]; full != "" {
			w = full
		}
		b.WriteString(w)
	}
	clean := joiners.Replace(strings.ToLower(plainLetters(name)))
	for w := range strings.FieldsFuncSeq(clean, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		word(w)
	}
	return b.String()
}

// plainLetters takes the accents off letters: Zoár is Zoar.
func plainLetters(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return strings.Map(func(c rune) rune {
				if unicode.Is(unicode.Mn, c) {
					return -1
				}
				return c
			}, norm.NFD.String(name))
		}
	}
	return name
}

var (
	prefixes = []string{"the ", "city of ", "village of ", "municipality of ", "fips "}
	suffixes = []string{" ohio", " oh", " city of", " village of", " county", " city", " village", " corp", " corporation"}
)

// forms are a normal name and what is left of it without the words around a
// name, the longest first.
func forms(key string) []string {
	list := []string{key}
	for i := 0; i < len(list) && len(list) < 12; i++ {
		for _, p := range prefixes {
			if rest, ok := strings.CutPrefix(list[i], p); ok {
				list = append(list, rest)
			}
		}
		for _, s := range suffixes {
			if rest, ok := strings.CutSuffix(list[i], s); ok {
				list = append(list, rest)
			}
		}
	}
	return list
}
