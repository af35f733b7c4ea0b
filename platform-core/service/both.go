package service

import (
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Both is two services, to see what a request gets from the installation of each. What
// both get from the adapters alike is asked for once.
type Both struct {
	services  [2]*Service
	installed [2]*installed
	alike     bool
}

// NewBoth joins two services; each has an installation.
func NewBoth(ctx context.Context, from, to *Service) (*Both, error) {
	b := &Both{services: [2]*Service{from, to}}
	for i, s := range b.services {
		in, err := s.current(ctx, problem.InstallationRequired)
		if err != nil {
			return nil, err
		}
		b.installed[i] = in
	}
	b.alike = alike(b.installed[0], b.installed[1])
	return b, nil
}

// alike reports whether the adapters of two installations answer every request alike: it
// is the same binary with the same input, of which each answer is a pure function.
func alike(a, b *installed) bool {
	p, q := a.Profile, b.Profile
	return a.status.Digest != "" && a.status.Digest == b.status.Digest && p.Provider == q.Provider && p.Mode == q.Mode &&
		maps.Equal(p.Boundaries, q.Boundaries) && maps.Equal(p.Settings, q.Settings)
}

// Alike reports whether the adapters answer every request alike. The resources and the
// Terraform of a request that both accept are the same then, and so is its estimate.
func (b *Both) Alike() bool { return b.alike }

// Evaluate returns the records that Preview of the two services would make, without
// their encodings; without resources where those are the same.
func (b *Both) Evaluate(ctx context.Context, r request.Request) (from, to *Evaluated, err error) {
	if b.alike {
		return b.evaluateOnce(ctx, r)
	}
	if from, err = b.evaluate(ctx, 0, adapter.NewInput(r, b.installed[0].Profile)); err != nil {
		return nil, nil, err
	}
	to, err = b.evaluate(ctx, 1, adapter.NewInput(r, b.installed[1].Profile))
	return from, to, err
}

func (b *Both) evaluate(ctx context.Context, i int, input adapter.Input) (*Evaluated, error) {
	s, in := b.services[i], b.installed[i]
	return s.evaluate(ctx, in, input, s.date(in.Profile))
}

// evaluateOnce asks one of the adapters, for both.
func (b *Both) evaluateOnce(ctx context.Context, r request.Request) (from, to *Evaluated, err error) {
	input := comparing(r, b.installed[0].Profile)
	impl, err := b.services[0].adapter(ctx, b.installed[0])
	if err != nil {
		return nil, nil, err
	}
	native, err := impl.Evaluate(ctx, input)
	if err != nil {
		return nil, nil, err
	}
	var found [2]*Evaluated
	for i, in := range b.installed {
		own := native
		own.Violations, own.Advisories = slices.Clone(native.Violations), slices.Clone(native.Advisories)
		suggestNoFact(own.Violations)
		suggestNoFact(own.Advisories)
		if err := suggestAllowedRegions(ctx, impl, input, in.Profile, own); err != nil {
			return nil, nil, err
		}
		if found[i], err = decided(ctx, in, input, own, b.services[i].date(in.Profile), policy.NewBudget(ctx, policy.RequestSteps)); err != nil {
			return nil, nil, err
		}
	}
	return found[0], found[1], nil
}

// Proposals returns what the proposals of a request are made of that both accept; nil
// for one of an adapter that makes no infrastructure code. Where the adapters answer
// alike, both lack what comes from them: the artifacts that Build makes of the two then
// differ where those of the whole proposals do.
func (b *Both) Proposals(ctx context.Context, from, to *Evaluated) (a, z *proposal.Input, err error) {
	if a, err = b.proposal(ctx, 0, from); err != nil {
		return nil, nil, err
	}
	z, err = b.proposal(ctx, 1, to)
	return a, z, err
}

func (b *Both) proposal(ctx context.Context, i int, e *Evaluated) (*proposal.Input, error) {
	switch {
	case e.Decision != request.Accepted:
		return nil, notAccepted(e.Violations)
	case e.in.status.Description.Lacks(adapter.CapabilityInfrastructure):
		return nil, nil
	case b.alike:
		in := proposalInput(e, adapter.Generation{})
		return &in, nil
	}
	in, err := b.services[i].ProposalInput(ctx, e)
	return &in, err
}

// Adapters returns the adapters of both.
func (b *Both) Adapters() (from, to adapter.Status) {
	return b.installed[0].status, b.installed[1].status
}
