package browser

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// proposed returns a platform with one proposal, and the address of its page.
func proposed(t *testing.T) (*platform, string) {
	t.Helper()
	p := installed(t)
	return p, p.portal.URL + "/proposals/" + p.propose(p.request("checkout", "2027-01-31"))
}

// opened returns which of the artifacts are open, by their place.
func (b *tab) opened() string {
	b.t.Helper()
	return evaluate[string](b, `[...document.querySelectorAll('.file')].map((d, i) => d.open ? i + 1 : '').join('')`)
}

// withoutScripts makes the tab one of a reader who has switched scripts off.
func (b *tab) withoutScripts() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(b.t, err)
}

// TestALinkToAnArtifactOpensIt follows a link from outside, with scripts and
// without: the browser itself opens what holds the target.
func TestALinkToAnArtifactOpensIt(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	for name, prepare := range map[string]func(*tab){"with scripts": func(*tab) {}, "without": (*tab).withoutScripts} {
		b := p.tab(phone)
		prepare(b)
		b.visit(address)
		require.Empty(t, b.opened(), "all are closed: %s", name)
		b.visit(address + "#artifact-3")
		require.Equal(t, "3", b.opened(), name)
		b.holds(`(area => area.top >= 0 && area.top < innerHeight)(
			document.querySelector('#artifact-3').closest('details').querySelector('summary').getBoundingClientRect())`, "its summary must be in sight: %s", name)
		b.quiet()
	}
}

func TestExpandAndCollapseAll(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.open(desktop, address+"#files")
	b.tap(`[data-open] button`)
	require.Equal(t, "12345678", b.opened())
	b.tap(`[data-open] button:last-child`)
	require.Empty(t, b.opened())
	b.quiet()

	plain := p.tab(desktop)
	plain.withoutScripts()
	plain.visit(address + "#files")
	equals(plain, false, `document.querySelector('[data-open]').checkVisibility()`, "no button that cannot work")
	equals(plain, 0, `document.querySelectorAll('main .command .copy').length`)
	plain.tap(`.file:nth-of-type(2) summary`)
	require.Equal(t, "2", plain.opened())
	plain.click(`.file[open] .actions a:nth-child(2)`)
	plain.hasText("terraform {")
	equals(plain, "text/plain", `document.contentType`)
}

// TestOpenScrollAndCopyByKeyboard goes through an artifact by Tab.
func TestOpenScrollAndCopyByKeyboard(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(desktop)
	b.prefer("prefers-reduced-motion", "reduce")
	b.visit(address + "#files")
	b.permit(browser.PermissionSettingGranted)
	b.do(evaluated(`document.querySelectorAll('.file summary')[2].focus()`))
	b.press(kb.Enter)
	require.Equal(t, "3", b.opened())
	const name = "terraform.tfvars.json"
	stops := []string{}
	for range 5 {
		b.press(kb.Tab)
		stops = append(stops, evaluate[string](b, `document.activeElement.getAttribute('aria-label') || document.activeElement.textContent`))
	}
	require.Equal(t, []string{"With line numbers: " + name, "Raw text of " + name, "Download " + name, "Copy " + name, "Content of " + name}, stops)
	b.press(kb.PageDown)
	b.becomes(`document.activeElement.scrollTop > 0`)
	b.do(evaluated(`document.querySelector('.file[open] .copy').focus()`))
	b.press(kb.Enter)
	b.says("Copied " + name + ".")
	equals(b, "Copied "+name, `document.querySelector('.file[open] .copy').innerText`, "to the eye too")
	b.quiet()
}

// TestWhatIsCopiedIsTheArtifact compares what lands in the clipboard with the
// artifact, to the byte.
func TestWhatIsCopiedIsTheArtifact(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.open(desktop, address)
	for i := range 7 {
		want := string(fetch(t, fmt.Sprintf("%s/artifacts/%d", address, i+1)))
		equals(b, want, fmt.Sprintf(`document.querySelectorAll('.file code:only-child')[%d].textContent`, i))
	}
}

func TestAFailedCopySaysWhatToDo(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.open(desktop, address)
	b.permit(browser.PermissionSettingDenied)
	const button = `section[aria-labelledby=identity] .copy`
	b.tap(button)
	b.says("Select the text of the proposal ID and copy it.")
	equals(b, "Selected: now copy the proposal ID", `document.querySelector('`+button+`').innerText`)
	b.matches("^prop-[0-9a-f]{20}$", `getSelection().toString()`)
}

// TestCheckItYourself runs the lines of the page, as they stand there, in an
// empty folder, with the real binaries.
func TestCheckItYourself(t *testing.T) {
	t.Parallel()
	layout, api := build.Binaries(t), build.StartServer(t)
	portal := build.Start(t, exec.Command(layout.Portal, "--listen", "127.0.0.1:0", "--api", api))
	p := &platform{t: t, api: &httptest.Server{URL: api}}
	p.lock(`{"provider":"provider_b","mode":"sandbox","policy_date":"2026-11-21"}`)
	id := p.propose(p.submit("check", `{"application":"checkout","environment":"development",`+
		`"owner":"payments-team@example.com","cost_centre":"CC-4711","data_classification":"internal",`+
		`"region":"northeurope","network_cidr":"10.40.0.0/20","cluster_size":"small","monthly_budget":900,`+
		`"business_justification":"Checking a proposal with the lines of its own page.","expiry_date":"2026-12-12"}`))

	b := open(t, chromium(t), desktop)
	b.visit(portal.URL + "/proposals/" + id)
	commands := evaluate[[]string](b, `[...document.querySelectorAll('section[aria-labelledby=check] .command code')].map(code => code.textContent)`)
	require.Len(t, commands, 4)
	folder, printed := t.TempDir(), ""
	for _, command := range commands {
		out, err := shell(layout, folder, command).CombinedOutput()
		require.NoError(t, err, "%s\n%s", command, out)
		printed += string(out)
	}
	hash := strings.TrimPrefix(evaluate[string](b, `[...document.querySelectorAll('dd code')].find(c => c.textContent.startsWith('sha256:')).textContent`), "sha256:")
	for _, words := range []string{`"verified": true`, id, "main.tf: OK", hash + "  SHA256SUMS"} {
		require.Contains(t, printed, words)
	}
	require.Equal(t, 7, strings.Count(printed, ": OK\n"))
}

// everyMode returns the proposals of the examples in each mode, and a proposal that changes another.
func everyMode(t *testing.T) (addresses []string) {
	t.Helper()
	p, simulated := proposed(t)
	change := p.propose(p.wants("change", map[string]any{"application": "checkout", "cluster_size": "medium"}))
	addresses = []string{simulated, p.portal.URL + "/proposals/" + change}
	for _, mode := range []string{"sandbox", "enterprise"} {
		p := inMode(t, "provider_b", mode)
		addresses = append(addresses, p.portal.URL+"/proposals/"+p.propose(p.example("provider_b", mode)))
	}
	return addresses
}

// TestAProposalPrintsAllItsParts prints the page as it opens. All parts are on paper with their details. Of a file, paper
// has the name and the hash. If the reader opens the file, its text follows.
func TestAProposalPrintsAllItsParts(t *testing.T) {
	t.Parallel()
	const hidden = `[...document.querySelectorAll('.evidence :is(.panel, details, details > *)')]
		.filter(e => !e.closest('.as-text') && (!e.parentElement.matches('.file') || e.matches('summary')))
		.filter(e => !e.checkVisibility({contentVisibilityAuto: true}) || !e.getClientRects().length).map(e => e.outerHTML.slice(0, 80))`
	const texts = `[...document.querySelectorAll('.file pre')].filter(text => text.checkVisibility()).length`
	addresses := everyMode(t)
	for _, address := range addresses {
		b := open(t, chromium(t), desktop)
		b.visit(address)
		require.LessOrEqual(t, len(b.printed()), 8, address)
		b.onPaper()
		b.isEmpty(hidden, address)
		equals(b, 0, texts)
		b.hasText("All of them are in /proposals/")
		b.holds(`[...document.querySelectorAll('.file summary')].every(s => /[0-9a-f]{64}/.test(s.innerText))`)
		b.do(evaluated(openAll))
		equals(b, 8, texts, "the artifacts and the safety marker")
	}
}

// TestTheFirstScreenOfAProposal has the answers of a reviewer: what changes, the cost, the owner and the content
// hash. Each part is shown by its link, without scripts.
func TestTheFirstScreenOfAProposal(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	for width, high := range map[int64]int64{1440: 900, phone: height} {
		b := p.tab(width)
		if width != phone { // there the navigation is in the page without scripts
			b.withoutScripts()
		}
		b.do(chromedp.EmulateViewport(width, high))
		b.visit(address)
		b.isEmpty(`['.lede', '.bar', 'aside .value', 'aside [data-copy] code', 'aside a.button', '.tabs a:last-child']
			.filter(s => !(area => area.height && area.top >= 0 && area.bottom <= innerHeight)(document.querySelector(s).getBoundingClientRect()))`, "%d", width)
		equals(b, "summary", shownParts)
		for part := range strings.SplitSeq(evaluate[string](b, `[...document.querySelectorAll('.tabs a')].map(a => a.hash.slice(1)).join()`), ",") {
			b.tap(`.tabs [href="#` + part + `"]`)
			b.becomes(`location.hash == '#` + part + `'`)
			equals(b, part, shownParts)
			require.NotEqual(t, "rgba(0, 0, 0, 0)", evaluate[string](b, `getComputedStyle(document.querySelector('.tabs [href="#`+part+`"]')).borderBottomColor`), part)
		}
		b.visit(address + "#handover")
		equals(b, "runbook", shownParts, "a link into a part shows the part")
	}
}

const shownParts = `[...document.querySelectorAll('.tab')].filter(e => e.checkVisibility()).map(e => e.id).join()`

// TestNoPartOfAProposalIsLong measures each part as it opens.
func TestNoPartOfAProposalIsLong(t *testing.T) {
	t.Parallel()
	addresses := everyMode(t)
	const most = 5000 // pixels
	for _, width := range []int64{1440, 768, phone} {
		for _, address := range addresses {
			b := open(t, chromium(t), width)
			for _, part := range []string{"", "#summary", "#picture", "#policy", "#files", "#runbook", "#all"} {
				b.visit(address + part)
				require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollHeight`), most, "%d %s", width, part)
			}
		}
	}
}

// TestTheChecklistCounts ticks a point without scripts.
func TestTheChecklistCounts(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(desktop)
	b.withoutScripts()
	b.visit(address)
	b.do(chromedp.Click(chromedp.CSS(`.todos summary`)), chromedp.Click(chromedp.CSS(`.todo:nth-child(2) label`)))
	equals(b, 1, `document.querySelectorAll('.todos :checked').length`)
	equals(b, `counter(done) " "`, `getComputedStyle(document.querySelector('.todos > .hint'), '::before').content`)
}

// TestTheBundleIsTheFolderThatVerifies saves the zip file twice, unpacks it with another
// program, and has the command verify the folder.
func TestTheBundleIsTheFolderThatVerifies(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	first := fetch(t, address+"/bundle.zip")
	require.Equal(t, first, fetch(t, address+"/bundle.zip"))
	folder := t.TempDir()
	unpack(t, first, folder)
	profile := filepath.Join(folder, "profile.json")
	require.NoError(t, os.WriteFile(profile, fetch(t, p.portal.URL+"/readiness/profile.json"), 0o600))
	out, err := exec.Command(build.Binaries(t).Platform, "request", "verify", filepath.Join(folder, filepath.Base(address)), "--profile", profile).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), `"outcome": "verified"`)
}

func unpack(t *testing.T, packed []byte, folder string) {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(folder, reader))
}

// TestALineOfAFileHasAnAddress follows a section of the outline to its line, without
// scripts.
func TestALineOfAFileHasAnAddress(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(phone)
	b.withoutScripts()
	b.visit(address + "/files/2#L19")
	b.hasHeading("Terraform root")
	equals(b, "19terraform {\n", `document.querySelector(':target').textContent`)
	want := string(fetch(t, address+"/artifacts/2"))
	equals(b, want, `document.querySelectorAll('.numbered a').forEach(a => a.remove()), document.querySelector('.numbered').textContent`)
}

// TestADownloadHasTheNameOfTheArtifact presses Download and looks at the file.
func TestADownloadHasTheNameOfTheArtifact(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(desktop)
	folder := b.downloads()
	b.visit(address + "#artifact-3")
	b.tap(`#artifact-3 a[download]`)
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(folder, "terraform.tfvars.json"))
		return err == nil
	}, pollTime, pollTime/100)
}

// downloads returns the folder in which the tab keeps what it saves.
func (b *tab) downloads() string {
	b.t.Helper()
	folder := b.t.TempDir()
	_, err := chromedp.CallBrowser(b.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	})
	require.NoError(b.t, err)
	return folder
}
