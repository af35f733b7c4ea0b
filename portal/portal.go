// Package portal is the web portal: a view over the platform's HTTP API, made of
// pages that work without scripts. New returns its handler; package serve
// serves it.
package portal

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"platform.internal/platform-core/serve"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/assets"
	"platform.internal/portal/internal/page/dashboard"
	"platform.internal/portal/internal/page/newrequest"
	"platform.internal/portal/internal/page/operations"
	"platform.internal/portal/internal/page/policies"
	"platform.internal/portal/internal/page/readiness"
	"platform.internal/portal/internal/page/requests"
	"platform.internal/portal/internal/page/setup"
	"platform.internal/portal/internal/shell"
)

// Options configure the portal.
type Options struct {
	// API is the address of the platform's HTTP API, such as
	// http://127.0.0.1:8080. Required.
	API string
	// Hosts are the names and addresses that a request's Host may have. Required:
	// an empty list refuses every request.
	Hosts serve.Hosts
	// Logger receives what goes wrong; nil logs nothing.
	Logger *slog.Logger
	// Requests are told of each request; the route is set here.
	Requests serve.Observer
	// PathPrefix is the path below which a proxy shows the portal; empty for none.
	PathPrefix string
}

// Checks returns what says whether the portal of an API can do its work: see serve.Admin.
func Checks(address string) (func(context.Context) []serve.Check, error) {
	client, err := api.New(address)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) []serve.Check {
		check := serve.Check{Name: "api", OK: true, Detail: address}
		if err := client.Ready(ctx); err != nil {
			check.OK, check.Detail = false, fmt.Sprintf("%s: %s", address, shell.Reason(err, address))
		}
		return []serve.Check{check}
	}, nil
}

// CheckAPI returns an error that says how to write an API's address when text is
// none.
func CheckAPI(text string) error {
	_, err := api.ParseAddress(text)
	return err
}

// pages are the pages that the navigation names, in its order. A new one is a
// folder under internal/page and a line here. The others, review and proposal, are
// among the routes of the page that leads to them.
func pages() []shell.Page {
	return []shell.Page{
		setup.New(),
		dashboard.New(),
		newrequest.New(),
		requests.New(),
		operations.New(),
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
	files, err := assets.Load()
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
