// Package server is the HTTP API: a view over the service object that answers
// with the service's own bytes. New returns its handler; package httpserve
// serves it.
package server

import (
	"log/slog"
	"net/http"

	"platform.internal/platform-core/httpserve"
	"platform.internal/platform-core/service"
	"platform.internal/platform-server/internal/httpapi"
)

// Options configure the API.
type Options struct {
	// Hosts are the names and addresses that a request's Host may have. Required:
	// an empty list refuses every request.
	Hosts httpserve.Hosts
	// Logger receives one line a request; nil logs nothing.
	Logger *slog.Logger
}

// New returns the API of svc.
func New(svc *service.Service, o Options) http.Handler {
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return httpapi.New(svc, o.Hosts, logger)
}
