package server

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
)

func (a *api) install(r *http.Request) (answer, error) {
	draft, err := parsed(r, profile.Parse)
	if err != nil {
		return answer{}, err
	}
	in, created, err := a.service.Install(r.Context(), draft)
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusOK, in.JSON)
	if created {
		out.status, out.location = http.StatusCreated, "/v1/platform/installation"
	}
	return out, nil
}

func (a *api) installation(r *http.Request) (answer, error) {
	in, err := a.service.Installation(r.Context())
	return encoded(http.StatusOK, in.JSON), err
}

func (a *api) validateInstallation(r *http.Request) (answer, error) {
	draft, err := parsed(r, profile.Parse)
	if err != nil {
		return answer{}, err
	}
	readiness, err := a.service.Validate(r.Context(), draft)
	if err != nil {
		return answer{}, err
	}
	return encode(readiness.AdviseConfinement())
}

// adaptersTime bounds how long the list of providers waits for adapters that start.
const adaptersTime = 3 * time.Second

func (a *api) providers(r *http.Request) (answer, error) {
	ctx, cancel := context.WithTimeout(r.Context(), adaptersTime)
	defer cancel()
	list := a.service.Providers(ctx)
	for _, p := range list {
		if !p.Available { // the answer is no failure, but it reports one
			a.logger.LogAttrs(r.Context(), slog.LevelWarn, "adapter cannot run",
				append(p.Problem.Attributes(), slog.String("adapter", p.ID), slog.String("path", shownPath(r.URL.Path)))...)
		}
	}
	return encode(wire.List[wire.Provider]{Items: list})
}

func (a *api) modes(*http.Request) (answer, error) {
	return encode(wire.List[profile.ModeDescription]{Items: profile.Modes()})
}

func (a *api) policies(r *http.Request) (answer, error) {
	list, err := a.service.Policies(r.Context())
	if err != nil {
		return answer{}, err
	}
	return encode(list)
}
