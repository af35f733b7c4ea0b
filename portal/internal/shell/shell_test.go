package shell

import (
	"compress/gzip"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

func check(t *template.Template, example any) error { return templatecheck.CheckHTML(t, example) }

func TestTemplatesFitTheirStructs(t *testing.T) {
	require.NoError(t, errorTemplate.Check(check))
	require.NoError(t, welcome.Check(check))
}

// one returns a registry with one page at /page.
func one(handler Handler) []Page {
	return []Page{{Name: "Page", Path: "/page", Routes: Routes{"GET /page": handler}}}
}

// start returns a shell for an API with the answers.
func start(t *testing.T, pages []Page, answers portaltest.Answers) http.Handler {
	t.Helper()
	return before(t, pages, portaltest.Start(t, answers))
}

func before(t *testing.T, pages []Page, address string) http.Handler {
	t.Helper()
	client, err := api.New(address)
	require.NoError(t, err)
	set, err := LoadAssets()
	require.NoError(t, err)
	return New(Options{API: client, Assets: set, Hosts: []string{"example.com", "example.com:8081"}, Pages: pages, Logger: slog.New(slog.DiscardHandler)})
}

func ask(h http.Handler, method, target string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func formOf(values url.Values) func(*http.Request) {
	return func(r *http.Request) {
		body := strings.NewReader(values.Encode())
		*r = *httptest.NewRequest(http.MethodPost, r.URL.Path, body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
}

func installed() portaltest.Answers {
	return portaltest.Answers{portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(profile.Simulation))}
}

func failing(err error) Handler { return func(*Visit) (Answer, error) { return nil, err } }

// reached is a page of these tests.
var reached = Parse[string](`{{define "content"}}<h1>Reached</h1><p>{{.}}</p>{{end}}`, nil)

func saying(words string) Handler {
	return func(*Visit) (Answer, error) { return reached.Answer("Page", words), nil }
}

func TestErrorPages(t *testing.T) {
	for name, c := range map[string]struct {
		method, target string
		err            error
		status         int
		words          []string
	}{
		"not found":   {"GET", "/nowhere", nil, 404, []string{"Page not found", "route_not_found"}},
		"no asset":    {"GET", "/assets/none.css", nil, 404, []string{"route_not_found"}},
		"method":      {"DELETE", "/page", nil, 405, []string{"method_not_allowed"}},
		"method here": {"GET", "/theme", nil, 405, []string{"method_not_allowed"}},
		"unknown":     {"GET", "/page", errors.New("secret"), 500, []string{"The portal failed", "Try again", "internal_error"}},
		"down": {"GET", "/page", &api.Failure{Status: 503, Code: api.CodeUnavailable}, 503,
			[]string{"No answer came from http://127.0.0.1", "Try again", "api_unavailable"}},
		"not understood": {"GET", "/page", &api.Failure{Status: 502, Code: api.CodeNotUnderstood}, 502,
			[]string{"is not this release's platform API", "api_answer_not_understood"}},
		"refused": {"GET", "/page", problem.New(problem.ProposalNotFound, "No proposal has this ID."), 404,
			[]string{"Proposal not found", "No proposal has this ID.", "proposal_not_found"}},
		"request lost": {"GET", "/page", problem.New(problem.RequestNotFound, "Machine words."), 404,
			[]string{"a restart loses them", "Back may bring the form", "New environment", "request_not_found"}},
		"installation lost": {"GET", "/page", problem.New(problem.InstallationRequired, "POST an installation profile."), 409,
			[]string{"a restart loses it", "Set up the platform", "installation_required"}},
		"faults": {"GET", "/page", &problem.Problem{Code: problem.InvalidRequest, Detail: "2 problems.",
			Faults: []problem.Fault{{Field: "owner", Message: "must be <one> address"}, {Message: "whole"}}}, 422,
			[]string{"owner", "must be <one> address", "whole", "invalid_request"}},
		"adapter": {"GET", "/page", problem.New(problem.AdapterUnavailable, "It does not start."), 503,
			[]string{"Adapter unavailable", "It does not start.", "Try again", "adapter_unavailable"}},
	} {
		w := ask(start(t, one(failing(c.err)), installed()), c.method, c.target)
		require.Equal(t, c.status, w.Code, name)
		page := portaltest.Parse(t, w.Body.String())
		for _, words := range c.words {
			require.Contains(t, page.Text(), words, name)
		}
		require.NotContains(t, w.Body.String(), "secret", name)
		require.Contains(t, w.Body.String(), "Simulation, zero cloud changes", "the bar is on every page: %s", name)
	}
}

func TestAPanicIsAnErrorPage(t *testing.T) {
	h := start(t, one(func(*Visit) (Answer, error) { panic("secret") }), installed())
	w := ask(h, "GET", "/page")
	require.Equal(t, 500, w.Code)
	require.NotContains(t, w.Body.String(), "secret")
	portaltest.Parse(t, w.Body.String())
}

func TestAllowNamesTheMethods(t *testing.T) {
	h := start(t, one(saying("")), installed())
	require.Equal(t, "GET, HEAD", ask(h, "DELETE", "/page").Header().Get("Allow"))
	require.Equal(t, "POST", ask(h, "GET", "/theme").Header().Get("Allow"))
}

func TestEveryAnswerHasTheHeaders(t *testing.T) {
	h := start(t, one(saying("")), installed())
	set, err := LoadAssets()
	require.NoError(t, err)
	for _, w := range []*httptest.ResponseRecorder{
		ask(h, "GET", "/page"), ask(h, "HEAD", "/page"), ask(h, "GET", "/nowhere"), ask(h, "PUT", "/page"), ask(h, "GET", set.Style),
		ask(h, "GET", "/page", func(r *http.Request) { r.Host = "evil.example" }),
		ask(h, "POST", "/theme", formOf(url.Values{"theme": {"dark"}})),
		ask(h, "POST", "/theme", formOf(url.Values{"theme": {"pink"}})),
	} {
		require.Equal(t, "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "+
			"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
			w.Header().Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		require.Equal(t, "same-origin", w.Header().Get("Referrer-Policy"))
		if w.Header().Get("Content-Type") == "text/html; charset=utf-8" {
			require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		}
	}
}

func TestForeignHostsLearnNothing(t *testing.T) {
	asked := 0
	h := start(t, one(saying("")), portaltest.Answers{portaltest.InstallationPath: func(w http.ResponseWriter, r *http.Request) {
		asked++
		installed()[portaltest.InstallationPath](w, r)
	}})
	for _, host := range []string{"evil.example", "evil.example:8081", "127.0.0.1.evil.example", "", "*", "example.com.", "[::1", "example.com:80", "example.com:evil", "[example.com]"} {
		w := ask(h, "GET", "/page", func(r *http.Request) { r.Host = host })
		require.Equal(t, 421, w.Code, host)
		portaltest.Parse(t, w.Body.String()).Contains("host_not_allowed")
		require.NotContains(t, w.Body.String(), "provider_a")
	}
	require.Zero(t, asked)
	for _, host := range []string{"example.com", "EXAMPLE.com:8081"} {
		require.Equal(t, 200, ask(h, "GET", "/page", func(r *http.Request) { r.Host = host }).Code, host)
	}
}

// TestReadsOfOtherSitesAreRefused also checks that links from other sites work.
func TestReadsOfOtherSitesAreRefused(t *testing.T) {
	h := start(t, one(saying("")), installed())
	from := func(mode string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", mode)
		}
	}
	w := ask(h, "GET", "/page", from("no-cors"))
	require.Equal(t, 403, w.Code)
	portaltest.Parse(t, w.Body.String()).Contains("cross_origin_refused")
	require.NotContains(t, w.Body.String(), "provider_a")
	require.Equal(t, 200, ask(h, "GET", "/page", from("navigate")).Code)
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	h := start(t, one(saying("")), installed())
	w := ask(h, "POST", "/theme", formOf(url.Values{"theme": {"dark"}}), func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	require.Equal(t, 403, w.Code)
	require.Empty(t, w.Result().Cookies())
	portaltest.Parse(t, w.Body.String()).Contains("cross_origin_refused")
}

func TestTheme(t *testing.T) {
	h := start(t, one(saying("")), installed())
	w := ask(h, "POST", "/theme", formOf(url.Values{"theme": {"dark"}, "return": {"/page?a=b"}}))
	require.Equal(t, 303, w.Code)
	require.Equal(t, "/page?a=b", w.Header().Get("Location"))
	cookie := w.Result().Cookies()[0]
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)

	with := ask(h, "GET", "/page", func(r *http.Request) { r.AddCookie(cookie) }).Body.String()
	require.Contains(t, with, `<html lang="en" data-theme="dark">`)
	require.Contains(t, with, `value="dark" aria-pressed="true"`)
	require.Contains(t, with, `<meta name="color-scheme" content="dark">`)
	without := ask(h, "GET", "/page", func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "theme", Value: `"><script>`}) }).Body.String()
	require.Contains(t, without, `<html lang="en">`)

	system := ask(h, "POST", "/theme", formOf(url.Values{"theme": {"system"}}))
	require.Negative(t, system.Result().Cookies()[0].MaxAge)
}

// TestTheThemeOfAnAnswerLeadsToItsPage requests the page that answers a POST. Its theme's form must
// redirect to an address that supports GET.
func TestTheThemeOfAnAnswerLeadsToItsPage(t *testing.T) {
	pages := one(saying(""))
	pages[0].Routes["POST /page/check"] = saying("")
	h := start(t, pages, installed())
	require.Contains(t, ask(h, "POST", "/page/check", formOf(nil)).Body.String(), `name="return" value="/page"`)
	require.Contains(t, ask(h, "GET", "/page?a=b").Body.String(), `name="return" value="/page?a=b"`)
	require.Contains(t, ask(h, "POST", "/theme", formOf(url.Values{"theme": {"pink"}})).Body.String(), `name="return" value="/"`)
}

func TestFormsThatCannotBeRead(t *testing.T) {
	h := start(t, one(saying("")), installed())
	require.Equal(t, 400, ask(h, "POST", "/theme", formOf(url.Values{"theme": {"pink"}})).Code)
	require.Equal(t, 413, ask(h, "POST", "/theme", formOf(url.Values{"theme": {strings.Repeat("x", 65<<10)}})).Code)
	broken := ask(h, "POST", "/theme", formOf(nil), func(r *http.Request) {
		r.Body, r.ContentLength = http.NoBody, 0
		r.URL.RawQuery = "%zz"
	})
	require.Equal(t, 400, broken.Code)
	portaltest.Parse(t, broken.Body.String())
}

func TestNoFormLeadsAway(t *testing.T) {
	for _, away := range []string{
		"", "https://evil.example/", "//evil.example", `/\evil.example`, "/\t/evil.example", "evil", "javascript:alert(1)", "/\r\nX: y", "/%zz",
	} {
		require.Equal(t, "/", localPath(away), "%q", away)
	}
	for _, here := range []string{"/", "/requests/req-1?x=y#z"} {
		require.Equal(t, here, localPath(here))
	}
}

func TestBeforeSetup(t *testing.T) {
	missing := portaltest.Problem(problem.InstallationNotFound)
	now := missing
	h := start(t, one(saying("the page itself")), portaltest.Answers{
		portaltest.InstallationPath: func(w http.ResponseWriter, r *http.Request) { now(w, r) },
	})
	page := portaltest.Parse(t, ask(h, "GET", "/page").Body.String())
	page.Contains("No installation yet.", "Set up the platform")
	page.Lacks("the page itself")

	now = installed()[portaltest.InstallationPath]
	require.Contains(t, ask(h, "GET", "/page").Body.String(), "the page itself", "the page is there once there is an installation")
}

func TestARouteThatWorksBeforeSetup(t *testing.T) {
	pages := one(saying("the page itself"))
	pages[0].BeforeSetup = Routes{"POST /page": saying("what was filled in")}
	h := start(t, pages, portaltest.Answers{portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound)})
	require.Contains(t, ask(h, "GET", "/page").Body.String(), "No installation yet.")
	require.Contains(t, ask(h, "POST", "/page").Body.String(), "what was filled in", "a form keeps its values")
}

func TestSetupPageTakesOver(t *testing.T) {
	pages := append(one(saying("")), Page{
		Name: "Setup", Path: "/setup", BeforeSetup: Routes{"GET /setup": saying("the form")},
	})
	h := start(t, pages, portaltest.Answers{portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound)})
	require.Contains(t, ask(h, "GET", "/page").Body.String(), `<a class="button" href="/setup">Set up the platform</a>`)
	require.Contains(t, ask(h, "GET", "/setup").Body.String(), "the form")
}

func TestBarOfEveryMode(t *testing.T) {
	for mode, claim := range map[profile.Mode]string{
		profile.Simulation: "Simulation, zero cloud changes",
		profile.Sandbox:    "Proposals only, zero cloud changes",
		profile.Enterprise: "Proposals only, zero cloud changes",
	} {
		h := start(t, one(saying("")), portaltest.Answers{portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(mode))})
		require.Contains(t, ask(h, "GET", "/page").Body.String(), claim)
	}
	down := before(t, one(saying("still here")), portaltest.Down(t))
	body := ask(down, "GET", "/page").Body.String()
	require.Contains(t, body, "Installation unavailable")
	require.Contains(t, body, "still here")
}

func TestCurrentPage(t *testing.T) {
	body := ask(start(t, one(saying("")), installed()), "GET", "/page").Body.String()
	require.Equal(t, 1, strings.Count(body, `aria-current="page"`))
}

func TestHostileWordsAreEscaped(t *testing.T) {
	hostile := `<script>alert(1)</script>" onload="x` + "\u202e" + strings.Repeat("w", 5000)
	profile := portaltest.Profile(profile.Simulation)
	profile.Provider, profile.AllowedRegions = hostile, []string{hostile}
	h := start(t, one(failing(problem.New(problem.ProposalNotFound, "%s", hostile))), portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(profile),
	})
	w := ask(h, "GET", "/page?"+url.QueryEscape(hostile))
	page := portaltest.Parse(t, w.Body.String())
	require.Len(t, page.All("script"), 1)
	page.Contains(hostile[:30])
}

func TestEveryCodeHasAPage(t *testing.T) {
	for _, code := range problem.Codes() {
		page := errorPageOf(fmt.Errorf("wrapped: %w", problem.New(code, "A reason.")), "")
		require.NotEmpty(t, page.Heading)
		require.NotEmpty(t, page.Next)
		require.Equal(t, code, page.Code)
	}
}

// TestPagesAreSentCompressed compares pages and assets sent as gzip with the uncompressed ones.
func TestPagesAreSentCompressed(t *testing.T) {
	h := start(t, append(one(saying(strings.Repeat("words ", 5000))), Page{
		Name: "File", Path: "/file", Routes: Routes{"GET /file": func(*Visit) (Answer, error) {
			return File{Name: "x.json", MediaType: JSON, Content: []byte(strings.Repeat("{}", 5000)), Saved: true}.Answer(), nil
		}},
	}), installed())
	gzipped := func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip, deflate, br") }
	set, err := LoadAssets()
	require.NoError(t, err)
	for _, target := range []string{"/page", "/nowhere", set.Style, set.Script, set.Icon} {
		plain, small := ask(h, "GET", target), ask(h, "GET", target, gzipped)
		require.Empty(t, plain.Header().Get("Content-Encoding"))
		require.Equal(t, "gzip", small.Header().Get("Content-Encoding"))
		require.Empty(t, small.Header().Get("Content-Length"))
		require.Equal(t, plain.Code, small.Code)
		require.Equal(t, "Accept-Encoding", small.Header().Get("Vary"))
		require.Less(t, small.Body.Len(), plain.Body.Len())
		reader, err := gzip.NewReader(small.Body)
		require.NoError(t, err)
		decoded, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, plain.Body.String(), string(decoded))
	}
	require.Empty(t, ask(h, "GET", "/file", gzipped).Header().Get("Content-Encoding"), "what is saved is sent as it is")
}

// TestThePageAboutAWrongHostHasItsStyle requests assets that the error page links to, and other
// paths, with the same wrong host.
func TestThePageAboutAWrongHostHasItsStyle(t *testing.T) {
	h := start(t, one(saying("")), installed())
	set, err := LoadAssets()
	require.NoError(t, err)
	elsewhere := func(r *http.Request) { r.Host = "evil.example" }
	require.Equal(t, http.StatusOK, ask(h, "GET", set.Style, elsewhere).Code)
	for _, target := range []string{"/page", "/nowhere", "/assets/none.css"} {
		w := ask(h, "GET", target, elsewhere)
		require.Equal(t, http.StatusMisdirectedRequest, w.Code, target)
		require.NotContains(t, w.Body.String(), "provider_a", "the answer does not name the installation")
	}
	require.Equal(t, http.StatusMisdirectedRequest, ask(h, "POST", set.Style, elsewhere).Code)
}

// TestWith requests a page and its part, which the navigation does not list.
func TestWith(t *testing.T) {
	pages := one(saying("the page"))
	pages[0] = pages[0].With(Page{}).With(Page{Routes: Routes{"GET /part": saying("the part")}})
	h := start(t, pages, installed())
	for path, words := range map[string]string{"/page": "the page", "/part": "the part"} {
		body := ask(h, "GET", path).Body.String()
		require.Contains(t, body, words)
		require.Equal(t, 1, strings.Count(body, `href="/page" aria-current="page"`))
		require.NotContains(t, body, `href="/part"`)
	}
}
