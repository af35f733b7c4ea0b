// Package server is the HTTP API: a view over the service object that answers
// with the service's own bytes. New returns its handler; package serve
// serves it.
package server

import (
	"net/http"

	"platform.internal/platform-core/service"
	"platform.internal/platform-server/internal/httpapi"
)

// Options configure the API.
type Options = httpapi.Options

// New returns the API of svc.
func New(svc *service.Service, o Options) http.Handler { return httpapi.New(svc, o) }
