package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

func client(t *testing.T, answers portaltest.Answers) *api.Client {
	t.Helper()
	c, err := api.New(portaltest.Start(t, answers))
	require.NoError(t, err)
	return c
}

func TestAddress(t *testing.T) {
	for _, good := range []string{
		"http://127.0.0.1:8080", "http://127.0.0.1:8080/", "https://api.example.com", "http://[::1]:8080", "http://localhost",
	} {
		address, err := api.ParseAddress(good)
		require.NoError(t, err, good)
		require.Equal(t, strings.TrimSuffix(good, "/"), address)
	}
	for _, bad := range []string{
		"", "127.0.0.1:8080", "ftp://host", "http://", "http://host/api", "http://host?x", "http://host#x", "http://host?",
		"http://user:secret@host", "http://host;reboot", "http://$(reboot)", "http://host:port", "http://a b", "http://[::1%25eth0]",
	} {
		_, err := api.ParseAddress(bad)
		require.Error(t, err, bad)
	}
}

func TestTypedAnswers(t *testing.T) {
	record := portaltest.Record("checkout", request.Accepted)
	c := client(t, portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(profile.Simulation)),
		portaltest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
			require.Equal(t, "limit=7&order=newest&view=summary", r.URL.RawQuery)
			portaltest.JSON(portaltest.List{Items: []request.Record{record}, Next: record.RequestID})(w, r)
		},
		portaltest.MetricsPath: portaltest.Metrics(3, 2, 1),
	})
	prof, err := c.Installation(t.Context())
	require.NoError(t, err)
	require.Equal(t, portaltest.Profile(profile.Simulation), prof.Value)
	list, err := c.Summaries(t.Context(), api.Selection{Limit: 7})
	require.NoError(t, err)
	require.Equal(t, record.Request.Brief(), list.Items[0].Brief)
	require.Equal(t, record.RequestID, list.Next)
	figures, err := c.Figures(t.Context())
	require.NoError(t, err)
	require.Equal(t, api.Figures{Accepted: 3, Denied: 2, Proposals: 1, Violations: map[string]int{}}, figures)
	require.Equal(t, 5, figures.Requests())
}

func TestProblemsKeepTheirCode(t *testing.T) {
	c := client(t, portaltest.Answers{portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound)})
	_, err := c.Installation(t.Context())
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	require.Equal(t, problem.InstallationNotFound, p.Code)
	require.Equal(t, "A reason for installation_not_found.", p.Detail)
}

func TestAnswersThatMakeNoSense(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"a page":               portaltest.Raw(200, "text/html", "<p>A proxy's page</p>"),
		"cut off":              portaltest.Raw(200, "application/json", `{"provider":`),
		"another status":       portaltest.Raw(204, "application/json", ""),
		"a failure, no reason": portaltest.Raw(500, "text/plain", "boom"),
		"a broken problem":     portaltest.Raw(500, problem.MediaType, `[]`),
		"a nameless problem":   portaltest.Raw(500, problem.MediaType, `{}`),
		"too much":             portaltest.Raw(200, "application/json", strings.Repeat(" ", 17<<20)),
		"elsewhere":            http.RedirectHandler("http://example.invalid/", http.StatusFound).ServeHTTP,
	} {
		_, err := client(t, portaltest.Answers{portaltest.InstallationPath: answer}).Installation(t.Context())
		var f *api.Failure
		require.ErrorAs(t, err, &f, name)
		require.Equal(t, http.StatusBadGateway, f.Status, name)
		require.Equal(t, api.CodeNotUnderstood, f.Code, name)
	}
}

func TestNobodyAnswers(t *testing.T) {
	down, err := api.New(portaltest.Down(t))
	require.NoError(t, err)
	_, err = down.Figures(t.Context())
	var f *api.Failure
	require.ErrorAs(t, err, &f)
	require.Equal(t, http.StatusServiceUnavailable, f.Status)

	slow := client(t, portaltest.Answers{portaltest.MetricsPath: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = slow.Figures(ctx)
	require.ErrorAs(t, err, &f)
	require.Equal(t, api.CodeUnavailable, f.Code)
}

func TestUnknownCountsAreNeverZero(t *testing.T) {
	const whole = "platform_cloud_changes 0\nplatform_deployment_proposals 4\n" +
		"platform_environment_requests{decision=\"accepted\"} 1e+06\nplatform_environment_requests{decision=\"denied\"} 2\n"
	read := func(text string) (api.Figures, error) {
		c := client(t, portaltest.Answers{portaltest.MetricsPath: portaltest.Raw(200, "text/plain; version=0.0.4", text)})
		return c.Figures(t.Context())
	}
	figures, err := read(whole)
	require.NoError(t, err)
	require.Equal(t, api.Figures{Accepted: 1_000_000, Denied: 2, Proposals: 4, Violations: map[string]int{}}, figures)
	for old, changed := range map[string]string{
		"platform_cloud_changes 0":        "",
		"platform_deployment_proposals 4": "platform_deployment_proposals NaN",
		`{decision="denied"} 2`:           `{decision="denied"} -2`,
		`{decision="accepted"} 1e+06`:     `{decision="accepted"} 1.5`,
		`decision="accepted"`:             `decision="other"`,
	} {
		_, err := read(strings.Replace(whole, old, changed, 1))
		require.Error(t, err, changed)
	}
}
