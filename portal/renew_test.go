package portal_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// TestRenew checks the form for each kind of latest expiry date that the API can answer.
func TestRenew(t *testing.T) {
	ends := portaltest.Record("checkout", request.Accepted)
	ends.Request.Environment, ends.Request.ExpiryDate = request.Test, "2026-12-02"
	endless := ends
	endless.Request.ExpiryDate = ""
	for name, tt := range map[string]struct {
		stored              request.Record
		latest, begins, day string
		sends               bool
	}{
		"later": {ends, "2027-03-02", "Renew checkout test until 2 Mar 2027 It ends on 2 Dec 2026 now. 2 Mar 2027 is the latest day that policy allows. " +
			"The 90 days cost about 3,729 USD. Nothing was sent yet. Submit the renewal Submit Business", "2027-03-02", true},
		"the same":  {ends, "2026-12-02", "checkout, test is not renewed: its expiry is the latest that policy allows", "2026-12-02", false},
		"sooner":    {ends, "2026-11-30", "checkout, test is not renewed: policy allows 30 Nov 2026 at the latest", "2026-12-02", false},
		"none":      {ends, "", "checkout, test is not renewed: no latest expiry was found that policy accepts", "2026-12-02", false},
		"no expiry": {endless, "2029-11-23", "checkout, test is not renewed: it has no expiry", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			p := page(t, portaltest.Start(t, portaltest.Answers{
				portaltest.InstallationPath:                    portaltest.JSON(portaltest.Profile(profile.Simulation)),
				portaltest.RequestsPath + "/" + ends.RequestID: portaltest.JSON(tt.stored),
				evaluatePath: func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Query().Get("latest_expiry") == "true" {
						portaltest.JSON(map[string]string{"latest_expiry": tt.latest})(w, r)
						return
					}
					portaltest.JSON(partial(tt.stored, wire.Fixes{}))(w, r)
				},
			}), "/requests/new?renew="+ends.RequestID, 200)
			require.True(t, strings.HasPrefix(p.Text(), tt.begins), p.Text())
			require.Equal(t, tt.day, value(p, "expiry_date"))
			require.Equal(t, tt.sends, submits(p), "a button at the top sends it")
		})
	}
}

// submits reports whether a button outside the form submits it.
func submits(p *portaltest.Page) bool {
	for _, b := range p.All("button") {
		if portaltest.Attribute(b, "form") == "request" {
			return true
		}
	}
	return false
}

// TestWhatWasRecordedBefore submits a request that the API already has.
func TestWhatWasRecordedBefore(t *testing.T) {
	record, other := portaltest.Record("billing", request.Accepted), portaltest.Record("billing", request.Accepted)
	other.RequestID = "req-other"
	answers := portaltest.Answers{
		portaltest.InstallationPath:                      portaltest.JSON(portaltest.Profile(profile.Simulation)),
		portaltest.RequestsPath + "/" + record.RequestID: portaltest.JSON(record),
	}
	for name, tt := range map[string]struct {
		replayed string
		history  []request.Record
		want     string
	}{
		"new":            {"", []request.Record{record}, ""},
		"recorded":       {"true", []request.Record{other, record}, "Nothing new was recorded This request was recorded on 23 Nov 2026, 13:05 UTC ."},
		"not in history": {"true", []request.Record{other}, "Nothing new was recorded This request was recorded before."},
	} {
		t.Run(name, func(t *testing.T) {
			answers[portaltest.RequestsPath] = func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					portaltest.JSON(portaltest.List{Items: tt.history})(w, r)
					return
				}
				w.Header().Set("Idempotency-Replayed", tt.replayed)
				portaltest.JSON(record)(w, r)
			}
			address := portaltest.Start(t, answers)
			shown := page(t, address, redirected(t, address, "/requests/new", filled()), 200)
			if tt.want == "" {
				shown.Lacks("Nothing new")
				return
			}
			require.True(t, strings.HasPrefix(shown.Text(), tt.want), shown.Text())
		})
	}
}
