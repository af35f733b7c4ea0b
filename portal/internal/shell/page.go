package shell

import (
	"net/http"
	"slices"

	"platform.internal/portal/internal/api"
)

// Page is a registered page: one item of the navigation, with its routes. Pass it to [New] in
// [Options].
type Page struct {
	// Name is the text in the navigation.
	Name string
	// Path is the address that the navigation links to.
	Path string
	// Icon is the name of an icon in icons.html.
	Icon Icon
	// BeforeSetup means that the page works without an installation. Before setup, other pages show
	// the shell's empty state instead.
	BeforeSetup bool
	// Routes are all addresses of the page, including Path.
	Routes []Route
	// Files are the addresses of the page's documents. They fail before setup, so that a client
	// does not save another page as the document.
	Files []Route
}

// Route is one address of a [Page]. Pattern is a chi pattern.
type Route struct {
	Method  string
	Pattern string
	Handler Handler
	// BeforeSetup means that this route works without an installation, even if its page does not.
	// It prevents the loss of a submitted form if the platform restarts without its installation.
	BeforeSetup bool
}

// Handler returns the [Answer] to a [Visit]. The shell shows an error as an error page; see
// [ErrorPage].
type Handler func(*Visit) (Answer, error)

// Visit is one request for a page, with the data that the shell has already read.
type Visit struct {
	*http.Request
	// API is the client of the platform's API.
	API *api.Client
	// Installation is the state of the installation.
	Installation Installation

	pages   []Page
	current string
}

// Link returns path if a page is registered there, and an empty text otherwise. A page can
// therefore link to a page that may be missing.
func (v *Visit) Link(path string) string {
	if slices.ContainsFunc(v.pages, func(p Page) bool { return p.Path == path }) {
		return path
	}
	return ""
}

type navItem struct {
	Name, Path string
	Icon       Icon
	Current    bool
}

func (v *Visit) navigation() []navItem {
	items := make([]navItem, len(v.pages))
	for i, p := range v.pages {
		items[i] = navItem{p.Name, p.Path, p.Icon, p.Path == v.current}
	}
	return items
}
