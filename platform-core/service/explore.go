package service

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// Explorable returns the installation for questions about its rules, on its policy date.
func (s *Service) Explorable(ctx context.Context) (space.Decider, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return space.Decider{}, err
	}
	return s.explorable(in, s.date(in.Profile)), nil
}

func (s *Service) explorable(in *installed, date request.Date) space.Decider {
	return space.Decider{Rules: in.rules, Date: date, Ask: func(ctx context.Context, list []request.Request) ([]space.Answer, error) {
		return s.askAll(ctx, in, list)
	}}
}
