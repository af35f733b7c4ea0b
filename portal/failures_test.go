package portal_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// TestWhatIsNotTaken checks the status, the idempotency key and the values of a rejected form.
func TestWhatIsNotTaken(t *testing.T) {
	faults := portaltest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{
		{Field: "owner", Message: "must be <one> address"}, {Field: "extra", Message: "is unknown"},
	}})
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		status  int
		keepKey bool
		words   string
	}{
		"faults":     {faults, 422, true, "There is a problem Owner must be <one> address"},
		"reused key": {portaltest.Problem(problem.IdempotencyKeyReused), 409, false, "You changed a request that was already sent. Check it and send it as a new one."},
		"no key":     {portaltest.Problem(problem.IdempotencyKeyMissing), 400, false, "without the key"},
		"restarted":  {portaltest.Problem(problem.InstallationRequired), 409, false, "a restart loses it"},
		"full":       {portaltest.Problem(problem.CapacityExhausted), 503, true, "A reason for capacity_exhausted."},
		"no sense":   {portaltest.Raw(200, "text/html", "x"), 502, true, "A retry makes no second request."},
	} {
		address := portaltest.Start(t, with(portaltest.Answers{portaltest.RequestsPath: c.answer, evaluatePath: faults}))
		values := filled()
		values.Set("owner", `"><script>alert(1)</script>`)
		values.Set("cluster_size", "huge")
		p := posted(t, address, "/requests/new", values, c.status)
		require.Contains(t, p.Text(), c.words, name)
		require.True(t, strings.HasPrefix(portaltest.Text(p.All("title")[0]), "Error: New environment"), name)
		require.Equal(t, c.keepKey, value(p, "key") == "the-key", name)
		require.NotEmpty(t, value(p, "key"), name)
		require.Equal(t, values.Get("owner"), value(p, "owner"), name)
		require.Equal(t, "huge", ticked(p, "cluster_size"), name)
		require.Equal(t, "A reason that is long enough.", portaltest.Text(p.All("textarea")[0]), name)
	}
}

func TestFormsBeforeAnAPIThatIsGone(t *testing.T) {
	address := portaltest.Down(t)
	for _, path := range []string{"/requests/new", "/requests/check"} {
		p := posted(t, address, path, filled(), http.StatusServiceUnavailable)
		require.Equal(t, "the-key", value(p, "key"), "sending it again is a retry")
		require.Equal(t, "billing", value(p, "application"))
	}
	for _, path := range []string{"/requests/new", "/requests", "/requests/req-1", "/setup", "/setup/boundaries?provider=provider_a&mode=sandbox"} {
		require.Contains(t, page(t, address, path, 503).Text(), "Try again", path)
	}
	first := url.Values{"provider": {"provider_a"}, "mode": {"sandbox"}, "region": {"eu-west-1"}}
	posted(t, address, "/setup", first, 503).LinksTo("/setup?" + first.Encode()) // the choices are kept
	require.Equal(t, "the-key", value(posted(t, address, "/requests/req-1/proposal", filled(), 503), "key"))
}

// TestAFailureSaysWhatIsKnown distinguishes three failures: a check, which sends nothing; an
// attempt whose answer was lost; and a refusal.
func TestAFailureSaysWhatIsKnown(t *testing.T) {
	down := portaltest.Down(t)
	full := portaltest.Start(t, with(portaltest.Answers{
		portaltest.RequestsPath: portaltest.Problem(problem.CapacityExhausted), evaluatePath: portaltest.Problem(problem.AdapterUnavailable),
		proposalsPath: portaltest.Problem(problem.AdapterUnavailable),
	}))
	for _, c := range []struct{ address, path, words, not string }{
		{down, "/requests/check", "Not checked The platform API did not answer, so policy was not asked. Nothing was sent.", "second request"},
		{full, "/requests/check", "Not checked A reason for adapter_unavailable. What you wrote is below; check it again", "second request"},
		{down, "/requests/new", "It is not known whether this was sent", "Not sent"},
		{full, "/requests/new", "Not sent A reason for capacity_exhausted.", "not known"},
		{down, "/requests/req-1/proposal", "It is not known whether the proposal was created The platform API did not answer.", "No proposal was created"},
		{full, "/requests/req-1/proposal", "No proposal was created A reason for adapter_unavailable.", "not known"},
	} {
		p := posted(t, c.address, c.path, filled(), 503)
		require.Contains(t, p.Text(), c.words, c.path)
		require.NotContains(t, strings.ReplaceAll(p.Text(), c.words, ""), c.not, c.path)
		require.Equal(t, "the-key", value(p, "key"))
	}
	p := posted(t, down, "/requests/req-1/proposal", filled(), 503)
	require.Equal(t, []string{"Try again"}, buttons(p), "one way on")
	p.LinksTo("/requests/req-1")
}

// TestAddressesOfFormsLeadBack reloads the answer to a form in a new tab.
func TestAddressesOfFormsLeadBack(t *testing.T) {
	for path, want := range map[string]string{"/requests/check": "/requests/new", "/requests/req-1/proposal": "/requests/req-1"} {
		for _, address := range []string{portaltest.Start(t, with(nil)), portaltest.Down(t)} {
			w := get(t, address, path)
			require.Equal(t, http.StatusSeeOther, w.Code, path)
			require.Equal(t, want, w.Header().Get("Location"))
		}
	}
}

// TestARefusalThatTheSecondLookDoesNotFind submits to an API that is replaced before the portal
// asks it for the faults.
func TestARefusalThatTheSecondLookDoesNotFind(t *testing.T) {
	address := portaltest.Start(t, with(portaltest.Answers{
		portaltest.RequestsPath: portaltest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{{Field: "owner", Message: "must be another"}}}),
		evaluatePath:            portaltest.JSON(partial(portaltest.Record("billing", request.Accepted), wire.Fixes{})),
	}))
	posted(t, address, "/requests/new", filled(), http.StatusUnprocessableEntity).Contains("There is a problem Owner must be another")
}
