package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

const gridText = `[...document.querySelectorAll('.grid button')].map((b) => b.textContent.replace(/\s+/g, ' ')).join('|')`

// cells returns the text of each cell of the grid: an evaluation of the document with that size and region.
func (p *platform) cells(values map[string]string, regions ...string) string {
	p.t.Helper()
	document := map[string]any{}
	for name, value := range values {
		document[name] = value
	}
	document["monthly_budget"] = json.Number(values["monthly_budget"])
	words := map[wire.Verdict]string{
		wire.VerdictAccepted: "Accepted", wire.VerdictDenied: "Denied", wire.VerdictOpen: "Open",
	}
	var cells []string
	for _, region := range regions {
		for _, size := range request.Sizes() {
			document["region"], document["cluster_size"] = region, size
			encoded, err := json.Marshal(document)
			require.NoError(p.t, err)
			answer := p.answered(http.MethodPost, "/v1/environment-requests/evaluate?partial=true", "", string(encoded))
			var e wire.PartialEvaluation
			require.NoError(p.t, json.Unmarshal(answer, &e))
			cost := e.Estimate.KnownTotal.String()
			if e.Estimate.AtLeast() {
				cost = "at least " + cost
			}
			cells = append(cells, fmt.Sprintf("%s in %s: %s %s", size, region, cost, words[e.Verdict]))
		}
	}
	return strings.Join(cells, "|")
}

// TestWhatIf compares each cell with a separate evaluation, and chooses one. Nothing changes the environment.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	tabs := chromium(t)
	for _, regions := range [][]string{{"eu-west-1", "us-east-1", "us-west-1"}, {"us-west-1"}} {
		p := startPlatform(t)
		p.post("/v1/platform/installations", "", fmt.Sprintf(
			`{"provider": "provider_a", "mode": "simulation", "allowed_regions": ["%s"]}`, strings.Join(regions, `", "`)))
		b := open(t, tabs, desktop)
		b.visit(p.portal.URL + "/requests/new")
		require.Empty(t, evaluate[string](b, gridText), "no environment is chosen")
		values := requestForm()
		values["monthly_budget"] = "600"
		b.fill(values)
		is := func(changes map[string]string) {
			t.Helper()
			maps.Copy(values, changes)
			b.fill(changes)
			b.answeredAll()
			require.Equal(t, p.cells(values, regions...), strings.ReplaceAll(evaluate[string](b, gridText), ",", ""))
		}
		is(map[string]string{})
		is(map[string]string{"environment": "production"})
		is(map[string]string{"environment": "test", "expiry_date": ""})
		is(map[string]string{"expiry_date": "2027-01-31"})

		region := regions[len(regions)-1]
		b.do(chromedp.Click(chromedp.CSS(`.grid tr:last-child td:nth-child(3) button`)))
		b.answeredAll()
		require.Equal(t, "medium "+region+" test", b.valueOf("cluster_size")+" "+b.valueOf("region")+" "+b.valueOf("environment"))
		require.Equal(t, "cluster_size=medium&region="+region, evaluate[string](b, `document.activeElement.value`), "the cell keeps the focus")
		require.Equal(t, "cluster_size=medium&region="+region, evaluate[string](b, `document.querySelector('.grid [aria-current]').value`))
		require.Equal(t, 1, evaluate[int](b, `document.querySelectorAll('.grid [aria-current]').length`))
		is(map[string]string{"cluster_size": "medium"})

		b.do(chromedp.Click(chromedp.CSS(`#whatif .actions a:last-child`)))
		require.Equal(t, "environment-3", b.focused())
		require.Equal(t, "test", b.valueOf("environment"), "a link only leads there")
		b.quiet()
	}
}

// TestWhatIfWithoutScripts does the same by Check.
func TestWhatIfWithoutScripts(t *testing.T) {
	t.Parallel()
	p := governed(t, ownerRule, "")
	b := open(t, chromium(t), small)
	b.withoutScripts()
	b.visit(p.portal.URL + "/requests/new")
	values := requestForm()
	values["monthly_budget"] = "600"
	b.fill(values)
	b.click(check)
	require.Equal(t, p.cells(values, "eu-west-1", "eu-central-1"), strings.ReplaceAll(evaluate[string](b, gridText), ",", ""))
	b.click(`.grid tr:last-child td:nth-child(2) button`)
	require.Contains(t, b.text(), "Filled in: Cluster size, Region. Nothing was sent yet.")
	require.Equal(t, "small eu-central-1", b.valueOf("cluster_size")+" "+b.valueOf("region"))
	p.nothingIsStored()
}
