package browser

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The most that a page may weigh with its stylesheet and its script, as they are
// sent, in bytes: what a first visit fetches. A proposal carries its seven
// artifacts; main.tf is the largest, and the page of main.tf carries it too.
const (
	pageWeight     = 20_000
	proposalWeight = 60_000
)

var linked = regexp.MustCompile(`(?:href|src)="(/assets/[^"]+\.(?:css|js))"`)

// TestWeights prints what each page weighs as it is sent, and bounds it.
func TestWeights(t *testing.T) {
	t.Parallel()
	for _, s := range everyPage(t) {
		if s.prepare != nil {
			continue
		}
		html, sent := weigh(t, s.address)
		most := pageWeight
		if strings.Contains(s.name, "proposal") {
			most = proposalWeight
		}
		t.Logf("%-24s HTML %6d  sent with style and script %5d", s.name, html, sent)
		require.Less(t, sent, most, s.name)
	}
}

// weigh returns the bytes of a page's HTML, and what is sent of the page with its stylesheet and its script.
func weigh(t *testing.T, address string) (html, sent int) {
	t.Helper()
	sent, page := compressed(t, address)
	links := linked.FindAllSubmatch(page, -1)
	require.NotEmpty(t, links, address)
	base, err := url.Parse(address)
	require.NoError(t, err)
	for _, link := range links {
		size, _ := compressed(t, base.Scheme+"://"+base.Host+string(link[1]))
		sent += size
	}
	return len(page), sent
}

// compressed asks for an address as browsers do, and returns how many bytes came
// and what they hold.
func compressed(t *testing.T, address string) (sent int, content []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	request.Header.Set("Accept-Encoding", "gzip") // named here, the client leaves the answer as it came
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	require.Equal(t, "gzip", response.Header.Get("Content-Encoding"), address)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	reader, err := gzip.NewReader(bytes.NewReader(body))
	require.NoError(t, err)
	content, err = io.ReadAll(reader)
	require.NoError(t, err)
	return len(body), content
}
