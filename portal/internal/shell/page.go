package shell

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"platform.internal/portal/internal/api"
)

// Page is a registered page: one item of the navigation, with its routes. Pass it to [New] in
// [Options].
type Page struct {
	// Name is the text in the navigation, and Path the address that it links to.
	Name, Path string
	// Icon is the name of an icon in icons.html.
	Icon string
	// Routes are the addresses of the page. Before setup, they show the shell's empty state
	// instead.
	Routes Routes
	// BeforeSetup are the addresses that work without an installation. They prevent the loss of a
	// submitted form if the platform restarts without its installation.
	BeforeSetup Routes
	// Files are the addresses of the page's documents. They fail before setup, so that a client
	// does not save another page as the document.
	Files Routes
	// Live are the addresses that the script asks at each edit. The shell does not read the installation for them.
	Live Routes

	parts []Page
}

// Routes are values of [Handler] by method and chi pattern, such as "GET /requests/{request_id}".
type Routes map[string]Handler

// With returns the [Page] with the routes of another page that the navigation does not list.
func (p Page) With(part Page) Page {
	p.parts = append(p.parts, part)
	return p
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
	Installation InstallationState
	// Current is the path of the page in the navigation; empty for none.
	Current string

	status int
}

// Return returns the address of the page. If the page answers a POST and cannot be requested again,
// it returns the address of the page's navigation item.
func (v *Visit) Return() string {
	if !isRead(v.Request) {
		return cmp.Or(v.Current, "/")
	}
	return localPath(v.URL.RequestURI())
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// localPath returns address if it is a path of this portal, and the dashboard's path otherwise. A
// form therefore cannot redirect to another site.
func localPath(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil, u.IsAbs(), u.Host != "", !strings.HasPrefix(address, "/"),
		strings.HasPrefix(address, "//"), strings.ContainsAny(address, "\\\r\n\t"):
		return "/"
	}
	return address
}
