package server

import (
	"cmp"
	"context"
	"net/http"
	"time"

	platformcore "platform.internal/platform-core"
)

// health reports that the process runs. It checks nothing else.
func (a *api) health(*http.Request) (answer, error) {
	return encode(struct {
		Status string `json:"status"`
	}{"ok"})
}

// readiness is the body of /ready. Its status is "ready", or "full" if nothing new can be stored.
type readiness struct {
	Status    string `json:"status"`
	Installed bool   `json:"installed"`
}

// readyTime bounds how long a probe waits for an adapter to start: it needs an answer within 2 s.
const readyTime = 1500 * time.Millisecond

// ready reports whether requests can be evaluated: the adapter of the installation runs, or nothing is installed yet.
// It does not fail for a full store: a load balancer would remove a server that still answers for all records.
func (a *api) ready(r *http.Request) (answer, error) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	found := a.service.Ready(ctx)
	if err := cmp.Or(found.Store, found.Adapter); err != nil {
		return answer{}, err
	}
	status := "ready"
	if found.Capacity != nil {
		status = "full"
	}
	return encode(readiness{status, found.Provider != ""})
}

func (a *api) version(*http.Request) (answer, error) {
	return encode(struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}{platformcore.Name, platformcore.Version})
}
