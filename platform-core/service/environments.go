package service

import (
	"cmp"
	"context"
	"net/netip"
	"strings"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Environments returns a page of the environments for which policy accepted a request. See [store.Page] for the error.
func (s *Service) Environments(
	ctx context.Context, filter store.EnvironmentFilter, page store.Page,
) (wire.List[wire.Environment], error) {
	return s.store.ListEnvironments(ctx, filter, page)
}

// FreeRange returns the lowest range of a pool that overlaps no network of the environments and no range of the
// installation's profile. See [portfolio.Question.Free].
func (s *Service) FreeRange(ctx context.Context, pool netip.Prefix, length int) (portfolio.FreeRange, error) {
	in, err := s.current(ctx, problem.InstallationNotFound)
	if err != nil {
		return portfolio.FreeRange{}, err
	}
	networks, err := s.store.Networks(ctx)
	if err != nil {
		return portfolio.FreeRange{}, err
	}
	taken := make([]netip.Prefix, len(networks))
	for i, n := range networks {
		taken[i] = n.CIDR
	}
	q := portfolio.Question{Pool: pool, Lengths: []int{length}}
	q.Ranges, q.Defaults = in.Ranges()
	return q.Free(taken)[0], nil
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
