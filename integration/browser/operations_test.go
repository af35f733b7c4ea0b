package browser

import (
	"bytes"
	"html"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOperationsLeadsToTheProposal(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), phone)
	b.withoutScripts()
	b.visit(p.portal.URL + "/operations")
	require.Contains(t, b.text(), "1 proposal, in ID order")
	require.Equal(t, "Ready for review", evaluate[string](b, `document.querySelector('[aria-current=step] strong').innerText`))
	require.Equal(t, 4, evaluate[int](b, `[...document.querySelectorAll('ol li')].filter(li => li.innerText.includes('Guarded, not executed')).length`))
	b.click(`tbody th a`)
	require.Equal(t, address, evaluate[string](b, `location.href`))
	b.click(`dl a[href^="/requests/"]`)
	require.Contains(t, b.text(), "Accepted")
}

// nextPart is the link to the part of the list that follows.
var nextPart = regexp.MustCompile(`href="(/operations\?after=[^"]+)"`)

// TestTwoThousandProposals goes through the list part by part.
func TestTwoThousandProposals(t *testing.T) {
	t.Parallel()
	address := longList(t, 2000)
	b := open(t, chromium(t), desktop)
	b.visit(address + "/operations")
	require.Contains(t, b.text(), "1–50 of 2,000 proposals, in ID order")
	b.click(`a[href*="after="]`)
	require.Contains(t, b.text(), "51–100 of 2,000 proposals")
	b.fits("a part of the list", desktop)
	b.click(`p.actions a`)
	require.Contains(t, b.text(), "1–50 of 2,000 proposals, in ID order")
	b.quiet()

	seen, parts := 0, 0
	for path := "/operations"; path != ""; parts++ {
		part := fetch(t, address+path)
		seen += bytes.Count(part, []byte(`<th scope="row"`))
		path = ""
		if next := nextPart.FindSubmatch(part); next != nil {
			path = html.UnescapeString(string(next[1]))
		}
	}
	require.Equal(t, 2000, seen)
	require.Equal(t, 40, parts)
}
