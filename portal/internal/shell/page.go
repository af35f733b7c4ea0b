package shell

import (
	"net/http"
	"slices"

	"platform.internal/portal/internal/api"
)

// Page is an entry of the registry: one item of the navigation and the routes
// behind it.
type Page struct {
	// Name is the text in the navigation.
	Name string
	// Path is the address that the navigation links to.
	Path string
	// Icon is one of icons.html.
	Icon Icon
	// BeforeSetup means that the page works without an installation. Any other
	// page shows the shell's empty state until there is one.
	BeforeSetup bool
	// Routes are all addresses of the page, Path among them.
	Routes []Route
	// Files are the addresses of documents that belong to the page. Before setup
	// they refuse: what is saved must not be the page shown instead.
	Files []Route
}

// Route is one address of a page. Pattern is chi's.
type Route struct {
	Method  string
	Pattern string
	Handler Handler
	// BeforeSetup means that this route works without an installation, where
	// its page does not: a form that was filled in must not lose its values to
	// the empty state when the platform restarts.
	BeforeSetup bool
}

// Handler makes the answer to a visit. An error becomes an error page.
type Handler func(*Visit) (Answer, error)

// Visit is one request for a page, with what the shell knows already.
type Visit struct {
	*http.Request
	// API is the client to ask.
	API *api.Client
	// Installation is what is installed, or why that is not known.
	Installation Installation

	pages   []Page
	current string
}

// Link returns path when a page is registered there, and nothing otherwise: a
// page can so refer to another one that this build does not have.
func (v *Visit) Link(path string) string {
	if slices.ContainsFunc(v.pages, func(p Page) bool { return p.Path == path }) {
		return path
	}
	return ""
}

// navItem is one item of the navigation.
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
