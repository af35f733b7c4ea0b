package shell

import (
	"cmp"
	"net/http"
	"unicode/utf8"

	"platform.internal/platform-core/release"
)

// frame is what the layout shows around a page's content.
type frame struct {
	// Title is the page's own; the platform's name follows it.
	Title        string
	Platform     string
	Version      string
	Theme        Theme
	Themes       []themeChoice
	Navigation   []navItem
	Installation Installation

	Style, Script, Icon string

	// Return is where the theme's form leads back to.
	Return string
	// Address is the address of the page, for its printed form.
	Address string
}

func (s *Shell) frame(v *Visit, title string) frame {
	theme := themeOf(v.Request)
	return frame{
		Title: title, Platform: release.Name, Version: release.Version,
		Theme: theme, Themes: theme.choices(),
		Navigation: v.navigation(), Installation: v.Installation,
		Style: s.assets.Style, Script: s.assets.Script, Icon: s.assets.Icon,
		Return: v.returnPath(), Address: v.Host + string(s.prefix) + v.URL.EscapedPath(),
	}
}

// FullTitle is the page's own title and the platform's name, which a title that is long
// by itself goes without: the names of tabs and of search results end after some 70
// characters.
func (f frame) FullTitle() string {
	const most = 70
	if full := f.Title + " – " + f.Platform; utf8.RuneCountInString(full) <= most {
		return full
	}
	return f.Title
}

// returnPath is the address to come back to: that of the page itself, or where
// the navigation leads for it when the page is the answer to a POST and cannot be
// asked for.
func (v *Visit) returnPath() string {
	if !isRead(v.Request) {
		return cmp.Or(v.current, "/")
	}
	return localPath(v.URL.RequestURI())
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }
