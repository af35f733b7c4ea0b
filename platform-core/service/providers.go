package service

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// ProviderInfo describes a provider and whether its adapter runs.
type ProviderInfo struct {
	ID string `json:"id"`
	// Available reports whether the adapter runs; Problem says why it does not.
	Available bool             `json:"available"`
	Problem   *problem.Problem `json:"problem,omitempty"`
	*profile.Provider
	Adapter *profile.AdapterFacts `json:"adapter,omitempty"`
}

// Providers describes every provider that has an adapter here, sorted by ID. An
// adapter that cannot run is listed with its problem.
func (s *Service) Providers(ctx context.Context) []ProviderInfo {
	var list []ProviderInfo
	for _, id := range s.adapters.Providers() {
		status, err := s.adapters.Status(ctx, id)
		if err != nil {
			list = append(list, ProviderInfo{ID: id, Problem: problem.From(err)})
			continue
		}
		list = append(list, providerInfo(id, status))
	}
	return list
}

func providerInfo(id string, s adapter.Status) ProviderInfo {
	facts := adapterFacts(s)
	return ProviderInfo{ID: id, Available: true, Provider: &s.Description.Provider, Adapter: &facts}
}

// Ready reports whether there is an installation, and fails with
// adapter_unavailable when the installation's adapter does not run.
func (s *Service) Ready(ctx context.Context) (installed bool, err error) {
	s.mu.Lock()
	in := s.installed
	s.mu.Unlock()
	if in == nil {
		return false, nil
	}
	_, err = s.adapters.Status(ctx, in.Profile.Provider)
	return true, err
}
