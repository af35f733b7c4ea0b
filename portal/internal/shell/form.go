package shell

import (
	"net/http"
	"net/url"
	"unicode/utf8"
)

// Form returns the values of a submitted form. It fails with an [ErrorPage] if the form is too
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
