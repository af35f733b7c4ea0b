package service

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Environments returns a page of the environments for which policy accepted a request. See [store.Page] for the error.
func (s *Service) Environments(
	ctx context.Context, filter store.EnvironmentFilter, page store.Page,
) (wire.List[wire.Environment], error) {
	return s.store.ListEnvironments(ctx, filter, page)
}

// EndingEnvironments returns the environments that end within a number of days from the policy date, the first to end
// first. It returns at most limit of them, and at most [MaxEnding], because each needs a search for its latest expiry
// date.
func (s *Service) EndingEnvironments(
	ctx context.Context, days, limit int,
) (list wire.List[wire.Environment], err error) {
	in, err := s.current(ctx, problem.InstallationNotFound)
	if err != nil {
		return list, err
	}
	from := s.date(in.Profile)
	until, err := from.AddDays(days + 1)
	if err != nil {
		return list, err
	}
	list, err = s.Environments(ctx, store.EnvironmentFilter{EndsFrom: from, EndsBefore: until},
		store.Page{Order: store.ByEnd, Limit: min(limit, MaxEnding)})
	for i := range list.Items {
		e := &list.Items[i]
		r, err := s.decodedRecord(ctx, e.RequestID)
		if err != nil {
			return list, err
		}
		if e.LatestExpiry, err = s.latestExpiry(ctx, in, r.Request); err != nil {
			return list, err
		}
	}
	return wire.List[wire.Environment]{Items: list.Items}, err
}

// MaxEnding is the greatest number of environments that [Service.EndingEnvironments] returns.
const MaxEnding = 20

// EnvironmentTotals returns the costs of all environments for which policy accepted a request.
func (s *Service) EnvironmentTotals(ctx context.Context) (portfolio.Totals, error) {
	list, err := s.Environments(ctx, store.EnvironmentFilter{}, store.Page{})
	environments := make([]portfolio.Environment, len(list.Items))
	for i, e := range list.Items {
		environments[i] = e.Environment
	}
	return portfolio.NewTotals(environments), err
}

// FreeRange returns the lowest range of a pool that overlaps no network of the environments and no range of the
// installation's profile. See [portfolio.Question.Free].
func (s *Service) FreeRange(ctx context.Context, pool netip.Prefix, length int) (portfolio.FreeRange, error) {
	q, taken, err := s.freeQuestion(ctx, pool, length)
	if err != nil {
		return portfolio.FreeRange{}, err
	}
	return q.Free(taken)[0], nil
}

// freeQuestion returns the question for the free ranges of a pool, and the networks of the environments.
func (s *Service) freeQuestion(
	ctx context.Context, pool netip.Prefix, length int,
) (q portfolio.Question, taken []netip.Prefix, err error) {
	in, err := s.current(ctx, problem.InstallationNotFound)
	if err != nil {
		return q, nil, err
	}
	networks, err := s.store.Networks(ctx)
	for _, n := range networks {
		taken = append(taken, n.CIDR)
	}
	q = portfolio.Question{Pool: pool, Lengths: []int{length}}
	q.Ranges, q.Defaults = in.Ranges()
	return q, taken, err
}

// Limits of [Service.AcceptedRanges]: the ranges that it returns, and those that it evaluates.
const (
	maxAcceptedRanges  = 8
	maxEvaluatedRanges = 32
)

// AcceptedRanges returns the lowest free ranges of a pool that policy does not deny, whatever the other fields are.
// See [Service.FreeRange].
func (s *Service) AcceptedRanges(
	ctx context.Context, pool netip.Prefix, length int,
) (found wire.AcceptedRanges, err error) {
	found = wire.AcceptedRanges{Ranges: []netip.Prefix{}, Violations: []request.Violation{}}
	q, taken, err := s.freeQuestion(ctx, pool, length)
	for n := 0; err == nil && n < maxEvaluatedRanges && len(found.Ranges) < maxAcceptedRanges; n++ {
		free := q.Free(taken)[0].CIDR
		if free == nil {
			break
		}
		taken = append(taken, *free)
		var e wire.PartialEvaluation
		if e, err = s.evaluateRange(ctx, *free); err != nil {
			break
		}
		if len(e.Violations)+len(e.Faults) == 0 {
			found.Ranges = append(found.Ranges, *free)
		} else if n == 0 {
			found.Violations = e.Violations
		}
	}
	if len(found.Ranges) > 0 {
		found.Violations = []request.Violation{}
	}
	return found, err
}

// evaluateRange evaluates a request that has only a network.
func (s *Service) evaluateRange(ctx context.Context, network netip.Prefix) (e wire.PartialEvaluation, err error) {
	p, err := request.ParsePartial(document.Source{
		Format: document.JSON, Data: fmt.Appendf(nil, `{%q: %q}`, request.NetworkField, network),
	})
	if err != nil {
		return e, err
	}
	return s.EvaluatePartial(ctx, p, PartialOptions{})
}

// Ranges returns the ranges that the profile's settings name, and the default ranges of the settings that the profile
// leaves out.
func (p ActiveProfile) Ranges() (named, defaults []portfolio.Range) {
	for _, s := range p.Settings {
		if s.Kind != profile.RangeSetting {
			continue
		}
		value, isNamed := p.Profile.Settings[s.Name]
		for cidr := range strings.SplitSeq(cmp.Or(value, s.Default), ",") {
			p, err := netip.ParsePrefix(cidr)
			switch r := (portfolio.Range{Name: s.Name, CIDR: p}); {
			case err != nil: // the setting has no range
			case isNamed:
				named = append(named, r)
			default:
				defaults = append(defaults, r)
			}
		}
	}
	return named, defaults
}
