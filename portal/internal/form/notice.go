package form

import "platform.internal/portal/internal/shell"

// Notice is a message above a form, for the template "form-messages".
type Notice struct {
	Kind    string
	Icon    shell.Icon
	Heading string
	Text    string
	// More is a link after the text; its address is empty for none.
	More  Link
	Items []Item
	Code  string
	// Send is the text of a button that submits the form unchanged; empty for none.
	Send string
	// Passing means that the notice is valid only until the form changes.
	Passing bool
}

// Link leads to an address. It opens a new tab if the form would be lost.
type Link struct {
	Address, Text string
	NewTab        bool
}

// Warning returns a [Notice] about an action that failed or had another result.
func Warning(heading, text, code string) *Notice {
	return &Notice{Kind: "warn", Icon: shell.IconWarning, Heading: heading, Text: text, Code: code}
}
