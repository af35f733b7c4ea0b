package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/integration/providers"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
	"platform.internal/portal"
)

// platform is the real API and the real portal before it.
type platform struct {
	t      *testing.T
	api    *httptest.Server
	portal *httptest.Server
}

// today is the day of every platform here.
func today() time.Time { return time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC) }

func startPlatform(t *testing.T) *platform {
	return startWith(t, providers.Catalog{"provider_a": providers.Adapters["provider_a"]})
}

// installed is startPlatform with an installation.
func installed(t *testing.T) *platform {
	t.Helper()
	p := startPlatform(t)
	p.install()
	return p
}

// inMode is startAllProviders with an installation.
func inMode(t *testing.T, provider, mode string) *platform {
	t.Helper()
	p := startAllProviders(t)
	p.lock(fmt.Sprintf(`{"provider":%q,"mode":%q}`, provider, mode))
	return p
}

// startAllProviders is startPlatform with the choice that a real one has.
func startAllProviders(t *testing.T) *platform { return startWith(t, providers.Adapters) }

func startWith(t *testing.T, adapters providers.Catalog) *platform {
	t.Helper()
	p := &platform{t: t, api: serveAPI(t, service.New(service.Options{Adapters: adapters, Now: today}))}
	p.portal = servePortal(t, p.api.URL)
	return p
}

// tab opens a tab of the portal.
func (p *platform) tab(width int64) *tab {
	p.t.Helper()
	b := open(p.t, chromium(p.t), width)
	b.site = p.portal.URL
	return b
}

// open opens a tab with a page of the portal.
func (p *platform) open(width int64, address string) *tab {
	p.t.Helper()
	b := p.tab(width)
	b.visit(address)
	return b
}

// serveAPI serves the API of svc.
func serveAPI(t *testing.T, svc *service.Service) *httptest.Server {
	return build.Serve(t, func(hosts serve.Hosts) (http.Handler, error) {
		return server.New(svc, server.Options{Hosts: hosts}), nil
	})
}

// servePortal serves the portal before the API at an address.
func servePortal(t *testing.T, api string) *httptest.Server {
	return build.Serve(t, func(hosts serve.Hosts) (http.Handler, error) {
		return portal.New(portal.Options{API: api, Hosts: hosts})
	})
}

// lock locks the installation to a profile.
func (p *platform) lock(profile string) {
	p.t.Helper()
	p.answered(http.MethodPost, "/v1/platform/installations", "", profile)
}

// install makes the installation.
func (p *platform) install() {
	p.t.Helper()
	p.lock(`{"provider":"provider_a","mode":"simulation"}`)
}

// submit sends a request and returns its ID.
func (p *platform) submit(key, document string) string {
	p.t.Helper()
	var record struct {
		RequestID string `json:"request_id"`
	}
	require.NoError(p.t, json.Unmarshal(p.answered(http.MethodPost, "/v1/environment-requests", key, document), &record))
	require.NotEmpty(p.t, record.RequestID)
	return record.RequestID
}

// request sends a request that policy accepts, or denies when it is to have no
// expiry date. It returns the ID.
func (p *platform) request(application, expiry string) string {
	p.t.Helper()
	return p.submit(application, fmt.Sprintf(`{"application":%q,"environment":%q,`+
		`"owner":"payments-team@example.com","cost_centre":"CC-4711","data_classification":"internal",`+
		`"region":"eu-west-1","network_cidr":"10.40.0.0/20","cluster_size":"small","monthly_budget":1500,`+
		`"business_justification":"Trying the new checkout against the payment partner.","expiry_date":%q}`,
		application, request.Development, expiry))
}

// fill installs and sends twelve requests, every fourth of them denied.
func (p *platform) fill() {
	p.t.Helper()
	p.install()
	applications := []string{
		"checkout", "billing", "search", "identity-provider-gateway-main", "catalogue", "shipping",
		"returns", "loyalty", "pricing", "inventory", "reporting", "notifications",
	}
	for i, application := range applications {
		expiry := "2027-01-31"
		if i%4 == 1 {
			expiry = ""
		}
		p.request(application, expiry)
	}
}
