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
		b := open(t, tabs, desktop)
		if c.provider == "gke" {
			b.setsUp(p)
		} else {
			p.answered(http.MethodPost, "/v1/platform/installations", "", fmt.Sprintf(
				`{"provider": %q, "mode": "simulation", "allowed_regions": ["%s"]}`, c.provider, strings.Join(regions, `", "`)))
		}
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
		if c.provider == "gke" {
			b.walks(p)
		}
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

// foreignWords are words of the other providers, whose adapters Readiness lists. Google Cloud has service accounts, too.
const foreignWords = `[...document.querySelectorAll('header, .side, main > :not([aria-labelledby=adapters])')].map(e => e.innerHTML).join()
	.replaceAll('<wbr>', '').replace(/service[ _]?account|account_id/gi, '').match(/.{0,40}(aws|azure|account|subscription|eu-west-1|northeurope|provider_[ab]).{0,40}/gi)`

// tells checks that a page has words, also folded ones, and no word of other providers.
func (b *tab) tells(page string, words ...string) {
	b.t.Helper()
	require.Empty(b.t, evaluate[[]string](b, foreignWords), page)
	b.do(evaluated(openAll))
	for _, word := range words {
		require.Contains(b.t, b.text(), word, page)
	}
	b.fits(page, desktop)
}

// setsUp locks the third provider with two regions, by the words of its adapter.
func (b *tab) setsUp(p *platform) {
	b.t.Helper()
	b.visit(p.portal.URL + "/setup/boundaries?provider=gke&mode=enterprise&region=europe-west1")
	b.tells("boundaries", "Google Cloud in enterprise mode asks for 4 boundaries", "Project of the log archive", "Project for production", "such as shop-dev-1234")
	b.visit(p.portal.URL + "/setup")
	require.Contains(b.t, b.text(), "Google Cloud gke\nWrites Terraform for Google Cloud")
	require.Regexp(b.t, `europe-west1\|.*europe-west4$`, evaluate[string](b, `[...document.querySelectorAll('[name="region.gke"] option')].map(e => e.text).join('|')`))
	b.do(evaluated(`document.querySelector('[name=provider][value=gke]').click()
		document.querySelector('[name$="gke.europe-west4"]').checked = true`))
	b.click(`main form .button`)
	require.Equal(b.t, "Provider locked", b.heading())
	b.tells("locked", "Google Cloud", "europe-west1", "europe-west4")
}

// walks goes with the third provider from a denied request to its proposal, and reads the pages that list them.
func (b *tab) walks(p *platform) {
	b.t.Helper()
	values := requestForm()
	values["environment"], values["region"], values["expiry_date"], values["network_cidr"] = "production", "europe-west4", "", "10.40.0.0/22"
	b.visit(p.portal.URL + "/requests/new")
	b.tells("form", "1 node of e2-standard-4 in each of three zones", "europe-west4")
	b.fill(values)
	for _, network := range []string{"10.40.0.0/28", "8.8.8.8/32", "elsewhere", values["network_cidr"]} {
		b.fill(map[string]string{"network_cidr": network})
		b.answeredAll()
		b.matches(`^[\d.]+ of [\d,]+ USD a month$`, `document.querySelector('#verdict .bar').innerText.trim()`, network)
	}
	b.click(submit)
	require.Equal(b.t, "checkout, production: Denied, 1 thing to change", b.heading())
	b.tells("denied", "A small cluster has one node in each zone", "gke.cluster.production-size")
	b.click(`section[aria-labelledby=fix] a.button`)
	require.Equal(b.t, "medium", b.valueOf("cluster_size"))
	b.click(submit)
	require.Equal(b.t, "checkout, production: Accepted", b.heading())
	b.tells("accepted", "GKE cluster")
	b.click(`main form .button`)
	address := evaluate[string](b, `location.href`)
	for part, word := range map[string]string{
		"summary": "google_container_node_pool.workers", "picture": "Cloud NAT", "policy": "medium: 2 nodes of e2-standard-4 in each of three zones", "files": "google_container_cluster", "runbook": "roles/container.admin",
	} {
		b.visit(address + "#" + part)
		b.tells(part, word)
	}
	for path, word := range map[string]string{
		"": "785.36 USD", "/operations": "europe-west4", "/environments": "10.40.0.0/22", "/requests": "checkout", "/readiness": "Logs go to", "/policies": "Production has two nodes in each zone",
	} {
		b.visit(p.portal.URL + path)
		b.tells(path, word)
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
	require.Equal(t, p.cells(values, "eu-west-1", "eu-central-1"), evaluate[string](b, gridText))
	b.click(`.grid tr:last-child td:nth-child(2) button`)
	require.Contains(t, b.text(), "Filled in: Cluster size, Region. Nothing was sent yet.")
	require.Equal(t, "small eu-central-1", b.valueOf("cluster_size")+" "+b.valueOf("region"))
	p.nothingIsStored()
}
