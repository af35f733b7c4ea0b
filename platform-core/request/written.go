package request

import (
	"fmt"
	"unicode"

	"platform.internal/platform-core/document"
)

// writtenOwner are the patterns of owner. That of the address bounds each label; what
// comes before the sign has a pattern of its own.
func writtenOwner(f *Field) []pattern {
	return []pattern{
		f.asWritten(mailbox(times(0, maxLabel-2))),
		f.padded("[!-?A-~]" + times(1, maxLocalPart) + "@[!-~]+"),
	}
}

// writtenNetwork are the patterns of network.
func writtenNetwork(f *Field) []pattern {
	const octet = `(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])`
	const bits = `(3[0-2]|[12]?[0-9])`
	return []pattern{f.asWritten(octet + `(\.` + octet + `){3}/` + bits)}
}

// writtenDate are the patterns of expiry: the days that each month has in each year, and
// February 29 in the years that have it.
func writtenDate(f *Field) []pattern {
	const (
		year    = `([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])`
		day     = `((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))`
		fourth  = `(0[48]|[2468][048]|[13579][26])`
		leapDay = `([0-9]{2}` + fourth + `|` + fourth + `00)-02-29`
	)
	return []pattern{f.asWritten(fmt.Sprintf("%s-%s|%s", year, day, leapDay))}
}

// writtenJustification are the patterns of justification: all of it can be seen, and there is
// a letter. Normal form C changes neither.
func writtenJustification(*Field) []pattern {
	seen := document.Ranges(func(r rune) bool { return document.Visible(r) || unicode.IsSpace(r) })
	// A hidden character is refused in any case. With these among the letters, the class has
	// fewer ranges.
	letters := document.Ranges(func(r rune) bool {
		return unicode.IsLetter(r) || !document.Visible(r) && !unicode.IsSpace(r)
	})
	return []pattern{pattern("^" + class(seen, "") + "*$"), pattern(class(letters, ""))}
}
