package request

// Expressions of texts as documents write them, for [Field].written.
const (
	writtenWord    = `(?:[!#-'*+\-/-9=?A-Z\^-~])+`
	writtenLabel   = `[0-9A-Za-z](?:(?:[\-0-9A-Za-z]){0,61}[0-9A-Za-z])?`
	writtenMailbox = writtenWord + `(?:[.]` + writtenWord + `)*@(?:` + writtenLabel + `[.])+` + writtenLabel

	writtenOctet   = `(?:2(?:5[0-5]|[0-4][0-9])|1[0-9][0-9]|(?:[1-9])?[0-9])`
	writtenNetwork = writtenOctet + `(?:[.]` + writtenOctet + `){3,3}[/](?:3[0-2]|(?:[12])?[0-9])`

	// writtenDate has the days of each month in each year, and February 29 in the years that have it.
	writtenDate = `(?:` + writtenYear + `[\-]` + writtenDay + `|` + writtenLeapYear + `[\-]02[\-]29)`
	writtenYear = `(?:[1-9](?:[0-9]){3,3}|0(?:[1-9](?:[0-9]){2,2}|0(?:[1-9][0-9]|0[1-9])))`
	writtenDay  = `(?:(?:0[13578]|1[02])[\-](?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)[\-](?:0[1-9]|[12][0-9]|30)` +
		`|02[\-](?:0[1-9]|1[0-9]|2[0-8]))`
	writtenLeapYear = `(?:(?:[0-9]){2,2}` + writtenFourth + `|` + writtenFourth + `00)`
	writtenFourth   = `(?:0[48]|[2468][048]|[13579][26])`
)
