package shell

// Welcome is the empty state that replaces a page before setup.
type Welcome struct {
	// Page is the name of the requested page.
	Page string
	// Setup is the address of the Setup page.
	Setup string
}

const setupPath = "/setup"

var welcomePage = Parse[Welcome](`{{define "content"}}{{template "welcome" .}}{{end}}`)

// welcome returns the handler that replaces a page before setup.
func welcome(page string) Handler {
	return func(*Visit) (Answer, error) {
		return welcomePage.Answer(page, Welcome{Page: page, Setup: setupPath}), nil
	}
}
