package service

import (
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Pair compares what a request gets from the installations of two services. If the adapters give equal
// answers, it asks only one of them. Create it with [NewPair].
type Pair struct {
	services  [2]*Service
	installed [2]*installed
	alike     bool
}

// NewPair returns the pair of two services. It fails with installation_required if one has no
// installation.
func NewPair(ctx context.Context, from, to *Service) (*Pair, error) {
	p := &Pair{services: [2]*Service{from, to}}
	for i, s := range p.services {
		in, err := s.current(ctx, problem.InstallationRequired)
		if err != nil {
			return nil, err
		}
		p.installed[i] = in
	}
	p.alike = p.installed[0].status.Digest != "" && p.installed[0].rules.HasSameAdapter(p.installed[1].rules)
	return p, nil
}

// Alike reports whether the adapters give equal answers to every request. If both services accept a
// request, its resources, its Terraform and its estimate are then equal.
func (p *Pair) Alike() bool { return p.alike }

// Evaluate returns the records that the two services would make, without their encodings. Equal
// resources are left out.
func (p *Pair) Evaluate(ctx context.Context, r request.Request) (from, to *Evaluated, err error) {
	var found [2]*Evaluated
	var native adapter.Evaluation
	for i, in := range p.installed {
		input, asked := adapter.NewInput(r, in.Profile), p.services[i]
		if p.alike {
			input.WithoutResources, asked = true, p.services[0]
		}
		impl, err := asked.adapter(ctx, in)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 || !p.alike {
			if native, err = impl.Evaluate(ctx, input); err != nil {
				return nil, nil, err
			}
		}
		own := native
		own.Violations, own.Advisories = slices.Clone(native.Violations), slices.Clone(native.Advisories)
		if err := correctSuggestions(ctx, impl, input, in.Profile, own); err != nil {
			return nil, nil, err
		}
		budget := policy.NewBudget(ctx, policy.RequestSteps)
		if found[i], err = decide(ctx, in, input, own, p.services[i].date(in.Profile), budget); err != nil {
			return nil, nil, err
		}
	}
	return found[0], found[1], nil
}

// Proposals returns the inputs of the two proposals of a request that both services accept. An input is
// nil if the adapter makes no infrastructure code.
func (p *Pair) Proposals(ctx context.Context, from, to *Evaluated) (a, b *proposal.Input, err error) {
	if a, err = p.proposal(ctx, 0, from); err != nil {
		return nil, nil, err
	}
	b, err = p.proposal(ctx, 1, to)
	return a, b, err
}

func (p *Pair) proposal(ctx context.Context, i int, e *Evaluated) (*proposal.Input, error) {
	switch {
	case e.Decision != request.Accepted:
		return nil, notAccepted(e.Violations)
	case e.in.status.Description.Lacks(adapter.CapabilityInfrastructure):
		return nil, nil
	}
	in, err := p.services[i].ProposalInput(ctx, e)
	return &in, err
}

// Adapters returns the adapters of the two services.
func (p *Pair) Adapters() (from, to adapter.Status) {
	return p.installed[0].status, p.installed[1].status
}
