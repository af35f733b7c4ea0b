package server

import (
	"cmp"
	"context"
	"net/http"
	"time"

	platformcore "platform.internal/platform-core"
)

// health says that the process runs; it asks nobody else.
func (a *api) health(*http.Request) (answer, error) {
	return encode(struct {
		Status string `json:"status"`
	}{"ok"})
}

// readiness is the body of /ready. Its status is "ready", or "full" where nothing new can be
// stored.
type readiness struct {
	Status    string `json:"status"`
	Installed bool   `json:"installed"`
}

// readyTime bounds how long a probe waits for an adapter that starts: it is to be
// answered within 2 s.
const readyTime = 1500 * time.Millisecond

// ready says whether requests can be evaluated: the adapter of the installation
// runs, or nothing is installed yet. A store that is full does not make it fail: a load balancer would
// take away a server that still answers for all that is stored.
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
