package shell

import (
	"cmp"
	"net/http"
	"unicode/utf8"

	platformcore "platform.internal/platform-core"
)

// frame is the input of the layout around a page's content.
type frame struct {
	// Title is the page's own title, before the platform's name.
	Title        string
	Platform     string
	Version      string
	Theme        Theme
	Themes       []themeChoice
	Navigation   []navItem
	Installation Installation

	Style, Script, Icon string

	// Return is the address that the theme's form redirects to.
	Return string
	// Address is the address of the page, for its printed form.
	Address string
}

func (s *Shell) frame(v *Visit, title string) frame {
	theme := themeOf(v.Request)
	return frame{
		Title: title, Platform: platformcore.Name, Version: platformcore.Version,
		Theme: theme, Themes: theme.choices(),
		Navigation: v.navigation(), Installation: v.Installation,
		Style: s.assets.Style, Script: s.assets.Script, Icon: s.assets.Icon,
		Return: v.returnPath(), Address: v.Host + string(s.prefix) + v.URL.EscapedPath(),
	}
}

// FullTitle returns the page's title and the platform's name. It omits the platform's name if the
// text would exceed 70 characters, because browser tabs and search results cut long titles.
func (f frame) FullTitle() string {
	const most = 70
	if full := f.Title + " – " + f.Platform; utf8.RuneCountInString(full) <= most {
		return full
	}
	return f.Title
}

// returnPath returns the address of the page. If the page answers a POST and cannot be requested
// again, it returns the address of the page's navigation item.
func (v *Visit) returnPath() string {
	if !isRead(v.Request) {
		return cmp.Or(v.current, "/")
	}
	return localPath(v.URL.RequestURI())
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }
