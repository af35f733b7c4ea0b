package views_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// portalDriver does what a person does in the portal without scripts: it opens
// pages, fills in forms, follows where they lead, and saves documents. Its
// installation comes through the API, since a profile may say more than the
// portal's form asks for; TestSetupThroughThePortal drives that form.
type portalDriver struct{ visitor }

func newPortalDriver(t *testing.T, in installation) driver {
	return portalDriver{newVisitor(t, newAPIDriver(t, in).(apiDriver).base)}
}

func (portalDriver) name() string                 { return "portal" }
func (portalDriver) reads(f document.Format) bool { return f == document.JSON }

func (d portalDriver) profile(t *testing.T) string   { return d.save(t, "/readiness/profile.json") }
func (d portalDriver) readiness(t *testing.T) string { return d.save(t, "/readiness/readiness.json") }

// ask fills in the form of a request, and creates the proposal where the page of
// the request offers that. The portal makes its own keys.
func (d portalDriver) ask(t *testing.T, _ string, s spelling) answer {
	form := formIn(t, d.open(t, "/requests/new"), "/requests/new")
	for name, value := range written(t, s.data) {
		form[name] = value
	}
	request, _, _ := strings.Cut(d.submit(t, "/requests/new", form), "?recorded=before")
	require.Regexp(t, `^/requests/req-[0-9a-f]{20}$`, request)
	record := d.save(t, request+"/record.json")
	page := d.open(t, request)
	if proposal := regexp.MustCompile(`href="(/proposals/prop-[0-9a-f]{20})"`).FindStringSubmatch(page); proposal != nil {
		return answer{record: record, proposal: d.save(t, proposal[1]+"/proposal.json")}
	}
	action := request + "/proposal"
	if !strings.Contains(page, `action="`+action+`"`) {
		return answer{record: record, refusal: d.refused(t, action)}
	}
	return answer{record: record, proposal: d.save(t, d.submit(t, action, formIn(t, page, action))+"/proposal.json")}
}

// refused sends the form that a page does not offer, and returns the code of the
// page that answers.
func (d portalDriver) refused(t *testing.T, action string) problem.Code {
	status, _, page := d.post(t, action, url.Values{"key": {"not-offered"}})
	code := regexp.MustCompile(`code <code>([a-z_]+)</code>`).FindStringSubmatch(page)
	require.Len(t, code, 2, page)
	require.Equal(t, problem.Code(code[1]).Status(), status)
	return problem.Code(code[1])
}

// written returns the fields of a document as a person writes them into inputs.
func written(t *testing.T, data []byte) url.Values {
	var fields map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&fields))
	values := url.Values{}
	for name, value := range fields {
		switch v := value.(type) {
		case map[string]any:
			for control, on := range v {
				values.Set(name+"."+control, fmt.Sprint(on))
			}
		default:
			values.Set(name, fmt.Sprint(v))
		}
	}
	return values
}

// TestSetupThroughThePortal compares the profile that the portal's form makes
// with the one that the command writes for the same provider and mode.
func TestSetupThroughThePortal(t *testing.T) {
	for _, in := range installations(t) {
		t.Run(in.String(), func(t *testing.T) {
			t.Parallel()
			v := newVisitor(t, build.StartServer(t))
			form := formIn(t, v.open(t, "/setup"), "/setup")
			form.Set("provider", in.provider)
			form.Set("mode", in.mode)
			next := v.submit(t, "/setup", form)
			if next != "/setup" { // the boundaries, with the adapter's placeholders
				path, _, _ := strings.Cut(next, "?")
				asked := formIn(t, v.open(t, next), path)
				asked.Set("placeholders", "fill")
				require.Equal(t, "/setup", v.submit(t, path, asked))
			}
			require.Contains(t, v.open(t, "/setup"), "Locked")
			command, _ := cliDriver{in, t.TempDir()}.run(t, "setup", "init", "--provider", in.provider, "--mode", in.mode)
			require.Equal(t, command, v.save(t, "/readiness/profile.json"))
		})
	}
}

// startPortal starts a portal process before the API.
func startPortal(t *testing.T, api string) string {
	return build.Start(t, exec.Command(build.Binaries(t).Portal, "--listen", "127.0.0.1:0", "--api", api)).URL
}
