package shell

import (
	"errors"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// The themes that a reader can choose. Without a choice, the system decides.
const (
	light = "light"
	dark  = "dark"
)

const themeCookie = "theme"

// themeOf returns the theme in the request's cookie; empty if there is none.
func themeOf(r *http.Request) string {
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == light || c.Value == dark) {
		return c.Value
	}
	return ""
}

// chooseTheme stores the choice in a cookie and redirects to the page.
func (s *shell) chooseTheme(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.refuse(w, r, unreadableForm(err))
		return
	}
	cookie := &http.Cookie{ //nolint:gosec // no Secure: the portal speaks plain HTTP, and the cookie holds no secret
		Name: themeCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int((365 * 24 * time.Hour).Seconds()),
	}
	switch choice := r.PostForm.Get("theme"); choice {
	case light, dark:
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
	s.redirect(w, localPath(r.PostForm.Get("return")))
}

// Form returns the [url.Values] of a submitted form. It fails with an [ErrorPage] if the form is too
// large or not valid UTF-8.
func (v *Visit) Form() (url.Values, error) {
	if err := v.ParseForm(); err != nil {
		return nil, unreadableForm(err)
	}
	for _, values := range v.PostForm {
		for _, value := range values {
			if !utf8.ValidString(value) {
				return nil, unreadableForm(http.ErrNotSupported)
			}
		}
	}
	return v.PostForm, nil
}

func unreadableForm(err error) *ErrorPage {
	var exceeded *http.MaxBytesError
	if errors.As(err, &exceeded) {
		return &ErrorPage{
			Code: problem.BodyTooLarge, Heading: "Form too large",
			Reason: "The form holds more than this portal reads.", Next: "Go back, shorten what you wrote and send it again.",
		}
	}
	return &ErrorPage{
		Status: http.StatusBadRequest, Code: "malformed_form", Heading: "Form not readable",
		Reason: "The form did not arrive in a form that this portal can read.", Next: "Go back and send it again.",
	}
}
