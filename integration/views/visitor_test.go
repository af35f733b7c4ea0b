package views_test

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// visitor visits a portal as a browser without scripts does.
type visitor struct{ base string }

// newVisitor starts a portal process before the API and returns its visitor.
func newVisitor(t *testing.T, api string) visitor { return visitor{startPortal(t, api)} }

// client follows no redirect, so that a test sees each answer.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (v visitor) exchange(t *testing.T, method, path string, form url.Values) (status int, location, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, v.base+path, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", v.base)
		request.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	response, err := client.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, response.Header.Get("Location"), string(data)
}

func (v visitor) post(t *testing.T, path string, form url.Values) (status int, location, body string) {
	t.Helper()
	return v.exchange(t, http.MethodPost, path, form)
}

// open returns the page at a path.
func (v visitor) open(t *testing.T, path string) string {
	t.Helper()
	status, _, page := v.exchange(t, http.MethodGet, path, nil)
	require.Equal(t, http.StatusOK, status, "%s\n%s", path, page)
	return page
}

// save returns the document at a path.
func (v visitor) save(t *testing.T, path string) string {
	t.Helper()
	return v.open(t, path)
}

// submit sends a form that the portal takes, and returns where it leads.
func (v visitor) submit(t *testing.T, action string, form url.Values) string {
	t.Helper()
	status, location, page := v.post(t, action, form)
	require.Equal(t, http.StatusSeeOther, status, "%s\n%s", action, page)
	return location
}

var (
	input     = regexp.MustCompile(`<input ([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z]+)="([^"]*)"`)
)

// formIn returns what the form with the action on the page sends unchanged.
func formIn(t *testing.T, page, action string) url.Values {
	t.Helper()
	start := strings.Index(page, `action="`+action+`"`)
	require.Positive(t, start, "no form for %s on the page", action)
	source, _, _ := strings.Cut(page[start:], "</form>")
	values := url.Values{}
	for _, found := range input.FindAllStringSubmatch(source, -1) {
		has := map[string]string{}
		for _, a := range attribute.FindAllStringSubmatch(found[1], -1) {
			has[a[1]] = html.UnescapeString(a[2])
		}
		ticked := strings.HasSuffix(found[1], " checked")
		if choice := has["type"] == "radio" || has["type"] == "checkbox"; choice && !ticked {
			continue
		}
		values.Add(has["name"], has["value"])
	}
	return values
}
