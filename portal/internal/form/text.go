package form

import "regexp"

// Text is a value as pages show it.
type Text string

var dateOrMonth = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])(-[0-3][0-9])?$`)

// Date reports whether the text is an ISO day or month, which pages mark as a date.
func (t Text) Date() bool { return dateOrMonth.MatchString(string(t)) }
