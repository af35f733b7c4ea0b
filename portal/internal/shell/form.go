package shell

import (
	"net/http"
	"net/url"
	"unicode/utf8"
)

// Form returns what a form sent. The error is an error page: one for a form
// that is too large, or that does not arrive as text.
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
