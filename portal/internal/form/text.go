package form

import "regexp"

// Text is a value as pages show it.
type Text string

var dateOrMonth = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])(-[0-3][0-9])?$`)

// Date reports whether the text is a day or a month, as documents write them:
// pages mark it as such.
func (t Text) Date() bool { return dateOrMonth.MatchString(string(t)) }
