package httpapi

import (
	"context"
	"net/http"
	"time"

	"platform.internal/platform-core/release"
)

// health says that the process runs; it asks nobody else.
func (a *api) health(*http.Request) (answer, error) {
	return encode(struct {
		Status string `json:"status"`
	}{"ok"})
}

// readiness is the body of /ready.
type readiness struct {
	Status    string `json:"status"`
	Installed bool   `json:"installed"`
}

// readyTime bounds how long a probe waits for an adapter that starts: it is to be
// answered within 2 s.
const readyTime = 1500 * time.Millisecond

// ready says whether requests can be evaluated: the adapter of the installation
// runs, or nothing is installed yet.
func (a *api) ready(r *http.Request) (answer, error) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	installed, err := a.service.Ready(ctx)
	if err != nil {
		return answer{}, err
	}
	return encode(readiness{"ready", installed})
}

func (a *api) version(*http.Request) (answer, error) {
	return encode(struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}{release.Name, release.Version})
}
