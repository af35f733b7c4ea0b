package shell

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Theme is the reader's choice of colours; empty follows the system.
type Theme string

// The themes that a reader can choose.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Scheme returns the value of the CSS property color-scheme.
func (t Theme) Scheme() string {
	if t == "" {
		return "light dark"
	}
	return string(t)
}

// themeChoice is a button of the theme's form.
type themeChoice struct {
	Value, Word string
	Chosen      bool
}

func (t Theme) choices() []themeChoice {
	return []themeChoice{
		{"system", "System", t == ""},
		{string(Light), "Light", t == Light},
		{string(Dark), "Dark", t == Dark},
	}
}

const (
	themeCookie = "theme"
	themePath   = "/theme"
)

// themeOf returns the theme in the request's cookie; empty if there is none.
func themeOf(r *http.Request) Theme {
	if c, err := r.Cookie(themeCookie); err == nil && (Theme(c.Value) == Light || Theme(c.Value) == Dark) {
		return Theme(c.Value)
	}
	return ""
}

// chooseTheme stores the choice in a cookie and redirects to the page.
func (s *Shell) chooseTheme(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.refuse(w, r, unreadableForm(err))
		return
	}
	cookie := &http.Cookie{ //nolint:gosec // no Secure: the portal speaks plain HTTP, and the cookie holds no secret
		Name: themeCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int((365 * 24 * time.Hour).Seconds()),
	}
	switch choice := r.PostForm.Get("theme"); choice {
	case string(Light), string(Dark):
		cookie.Value = choice
	case "system":
		cookie.MaxAge = -1
	default:
		s.refuse(w, r, &ErrorPage{
			Status: http.StatusBadRequest, Code: "unknown_theme", Heading: "Theme not known",
			Reason: "The form names a theme that this portal does not have.", Next: "Choose System, Light or Dark.",
		})
		return
	}
	http.SetCookie(w, cookie)
	s.prefix.redirect(w, localPath(r.PostForm.Get("return")))
}

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

func unreadableForm(err error) *ErrorPage {
	var exceeded *http.MaxBytesError
	if errors.As(err, &exceeded) {
		return &ErrorPage{
			Status: http.StatusRequestEntityTooLarge, Code: "body_too_large", Heading: "Form too large",
			Reason: "The form holds more than this portal reads.", Next: "Go back, shorten what you wrote and send it again.",
		}
	}
	return &ErrorPage{
		Status: http.StatusBadRequest, Code: "malformed_form", Heading: "Form not readable",
		Reason: "The form did not arrive in a form that this portal can read.", Next: "Go back and send it again.",
	}
}
