package form

import "platform.internal/portal/internal/shell"

// Notice is a message above a form: the template "form-messages".
type Notice struct {
	Kind    string
	Icon    shell.Icon
	Heading string
	Text    string
	// More follows the text, as a link; its address is empty where nothing does.
	More  Link
	Items []Item
	Code  string
	// Send is what a button says that submits the form as it is; empty for none.
	Send string
	// Passing means that it holds only until the form is changed.
	Passing bool
}

// Link leads to an address, in a new tab where the form would be lost.
type Link struct {
	Address, Text string
	NewTab        bool
}

// Warning returns a notice of what went otherwise than a person wanted.
func Warning(heading, text, code string) *Notice {
	return &Notice{Kind: "warn", Icon: shell.IconWarning, Heading: heading, Text: text, Code: code}
}
