// Package portal is the web portal of the platform. It shows the platform's HTTP API as pages that
// work without scripts.
//
// Call [CheckAPI] for the address that an operator configures. Then call [New] for the handler and
// [Checks] for the readiness checks, and serve both with package serve.
package portal

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"platform.internal/platform-core/serve"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/page/compare"
	"platform.internal/portal/internal/page/dashboard"
	"platform.internal/portal/internal/page/environments"
	"platform.internal/portal/internal/page/newrequest"
	"platform.internal/portal/internal/page/operations"
	"platform.internal/portal/internal/page/policies"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/page/readiness"
	"platform.internal/portal/internal/page/requests"
	"platform.internal/portal/internal/page/review"
	"platform.internal/portal/internal/page/setup"
	"platform.internal/portal/internal/shell"
)

// Options configure the portal; see [New].
type Options struct {
	// API is the address of the platform's HTTP API, such as
	// http://127.0.0.1:8080. Required.
	API string
	// Hosts are the allowed values of a request's Host header. Required: an empty list refuses
	// every request.
	Hosts serve.Hosts
	// Logger logs failures. If it is nil, nothing is logged.
	Logger *slog.Logger
	// Requests observes each request. New sets its route.
	Requests serve.Observer
	// PathPrefix is the path below which a proxy publishes the portal; empty for none.
	PathPrefix string
}

// Checks returns the readiness checks of a portal for [serve.Admin]. It fails if address is not the
// address of an API.
func Checks(address string) (func(context.Context) []serve.HealthCheck, error) {
	client, err := api.New(address)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) []serve.HealthCheck {
		check := serve.HealthCheck{Name: "api", OK: true, Detail: address}
		if err := client.Ready(ctx); err != nil {
			check.OK, check.Detail = false, fmt.Sprintf("%s: %s", address, shell.Reason(err, address))
		}
		return []serve.HealthCheck{check}
	}, nil
}

// CheckAPI returns an error if text is not the address of an API. The error says how to write an
// address.
func CheckAPI(text string) error {
	_, err := api.ParseAddress(text)
	return err
}

// pages returns the pages in the order of the navigation. To add a page, create a folder under
// internal/page and add a line here. A page that the navigation does not list is added to the page
// that links to it.
func pages() []shell.Page {
	return []shell.Page{
		setup.New(),
		dashboard.New(),
		newrequest.New(),
		requests.New().With(compare.Page()).With(review.Page()),
		environments.New(),
		operations.New().With(proposal.Page()),
		policies.New(),
		readiness.New(),
	}
}

// New returns the portal's handler.
func New(o Options) (http.Handler, error) {
	client, err := api.New(o.API)
	if err != nil {
		return nil, err
	}
	files, err := shell.LoadAssets()
	if err != nil {
		return nil, fmt.Errorf("load assets: %w", err)
	}
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return shell.New(shell.Options{
		API: client, Assets: files, Pages: pages(), Logger: logger,
		Hosts: o.Hosts, Requests: o.Requests, PathPrefix: o.PathPrefix,
	}), nil
}
