package service

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// Explorable returns what a search for requests that show its rules needs of the
// installation.
func (s *Service) Explorable(ctx context.Context) (space.Installation, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return space.Installation{}, err
	}
	return space.Installation{
		Profile: in.Profile, Date: s.date(in.Profile), Checks: in.policies.Checks(),
		Adapter: in.status.Description, Digest: in.status.Digest,
		Ask: func(ctx context.Context, list []request.Request) ([]space.Answer, error) {
			return s.askAll(ctx, in, list)
		},
	}, nil
}
