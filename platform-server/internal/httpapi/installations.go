package httpapi

import (
	"log/slog"
	"net/http"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

func draft(r *http.Request) (profile.Draft, error) {
	src, err := jsonBody(r)
	if err != nil {
		return profile.Draft{}, err
	}
	return profile.Parse(src)
}

func (a *api) install(r *http.Request) (answer, error) {
	profile, err := draft(r)
	if err != nil {
		return answer{}, err
	}
	in, created, err := a.service.Install(r.Context(), profile)
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusOK, in.JSON)
	if created {
		out.status, out.location = http.StatusCreated, "/v1/platform/installation"
	}
	return out, nil
}

func (a *api) installation(*http.Request) (answer, error) {
	in, err := a.service.Installation()
	return encoded(http.StatusOK, in.JSON), err
}

func (a *api) validateInstallation(r *http.Request) (answer, error) {
	profile, err := draft(r)
	if err != nil {
		return answer{}, err
	}
	readiness, err := a.service.Validate(r.Context(), profile)
	if err != nil {
		return answer{}, err
	}
	return encode(readiness)
}

func (a *api) providers(r *http.Request) (answer, error) {
	list := a.service.Providers(r.Context())
	for _, p := range list {
		if !p.Available { // the answer is none of a failure, but a failure is in it
			a.logger.LogAttrs(r.Context(), slog.LevelWarn, "adapter cannot run",
				append(p.Problem.Attributes(), slog.String("adapter", p.ID), slog.String("path", shownPath(r.URL.Path)))...)
		}
	}
	return encode(items[service.ProviderInfo]{list})
}

func (a *api) modes(*http.Request) (answer, error) {
	return encode(items[profile.ModeDescription]{profile.Modes()})
}

func (a *api) policies(*http.Request) (answer, error) {
	rules, err := a.service.Policies()
	if err != nil {
		return answer{}, err
	}
	return encode(items[policy.SourcedRule]{rules})
}
