package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/integration/providers"
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
	type served struct {
		start    func(*testing.T) *platform
		provider string
		regions  []string
	}
	cases := []served{
		{startPlatform, "provider_a", []string{"us-west-1"}}, // which has two zones
		{startThirdProvider, "gke", []string{"europe-west1", "europe-west4"}},
	}
	for id, adapter := range providers.Adapters {
		d, err := adapter.Describe(t.Context())
		require.NoError(t, err)
		cases = append(cases, served{startAllProviders, id, []string{d.DefaultRegion, d.Regions[0].Name, d.Regions[len(d.Regions)-1].Name}})
	}
	for _, c := range cases {
		p, regions := c.start(t), c.regions
		p.answered(http.MethodPost, "/v1/platform/installations", "", fmt.Sprintf(
			`{"provider": %q, "mode": "simulation", "allowed_regions": ["%s"]}`, c.provider, strings.Join(regions, `", "`)))
		b := open(t, tabs, desktop)
		b.visit(p.portal.URL + "/requests/new")
		require.Empty(t, evaluate[string](b, gridText), "no environment is chosen")
		values := requestForm()
		values["monthly_budget"], values["region"] = "600", regions[0]
		b.fill(values)
		is := func(changes map[string]string) {
			t.Helper()
			maps.Copy(values, changes)
			b.fill(changes)
			b.answeredAll()
			require.Equal(t, p.cells(values, regions...), evaluate[string](b, gridText))
		}
		is(map[string]string{})
		is(map[string]string{"environment": "production"})
		is(map[string]string{"environment": "test", "expiry_date": ""})
		is(map[string]string{"expiry_date": "2027-01-31"})

		region := regions[len(regions)-1]
		b.tap(`.grid tr:last-child td:nth-child(3) button`)
		b.answeredAll()
		require.Equal(t, "medium "+region+" test", b.valueOf("cluster_size")+" "+b.valueOf("region")+" "+b.valueOf("environment"))
		require.Equal(t, "cluster_size=medium&region="+region, evaluate[string](b, `document.activeElement.value`), "the cell keeps the focus")
		require.Equal(t, "cluster_size=medium&region="+region, evaluate[string](b, `document.querySelector('.grid [aria-current]').value`))
		require.Equal(t, 1, evaluate[int](b, `document.querySelectorAll('.grid [aria-current]').length`))
		is(map[string]string{"cluster_size": "medium"})
		b.do(chromedp.Focus(chromedp.CSS(`.grid [aria-current]`)))
		for _, key := range []string{kb.ArrowLeft, kb.ArrowUp, kb.ArrowUp, kb.ArrowUp, kb.ArrowUp, kb.ArrowRight, kb.ArrowRight, kb.ArrowDown} {
			b.press(key)
		}
		require.Equal(t, "cluster_size=large&region="+regions[min(1, len(regions)-1)], evaluate[string](b, `document.activeElement.value`), "arrows stop at the edges")

		b.tap(`#whatif .actions a:last-child`)
		b.becomes(`document.activeElement.id == 'environment-3'`)
		require.Equal(t, "test", b.valueOf("environment"), "a link only leads there")
		b.quiet()
	}
}

// startThirdProvider is startPlatform with the adapter of examples/adapter, which the workspace does not have.
func startThirdProvider(t *testing.T) *platform {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	workspace, binary := filepath.Join(dir, "go.work"), filepath.Join(dir, "platform-gke")
	require.NoError(t, os.WriteFile(workspace, fmt.Appendf(nil, "go 1.26.0\nuse %[1]s/platform-core\nuse %[1]s/examples/adapter\nreplace platform.internal/platform-core v1.0.0 => %[1]s/platform-core\n", root), 0o600))
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./cmd/platform-gke")
	cmd.Dir, cmd.Env = filepath.Join(root, "examples/adapter"), append(os.Environ(), "GOWORK="+workspace)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	p := &platform{t: t, api: &httptest.Server{URL: build.StartServer(t, "--adapter", "gke="+binary)}}
	p.portal = servePortal(t, p.api.URL)
	return p
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
	require.Equal(t, p.cells(values, "eu-west-1", "eu-central-1"), evaluate[string](b, gridText))
	b.click(`.grid tr:last-child td:nth-child(2) button`)
	require.Contains(t, b.text(), "Filled in: Cluster size, Region. Nothing was sent yet.")
	require.Equal(t, "small eu-central-1", b.valueOf("cluster_size")+" "+b.valueOf("region"))
	p.nothingIsStored()
}
