package service

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Derived is a proposal and its encoding.
type Derived struct {
	proposal.Proposal
	JSON []byte

	entry, summary document.Entry // with JSON, and without the contents of the artifacts
}

// Propose returns the canonical proposal of an accepted request and binds key to it. It makes the proposal
// if it is new. It fails with installation_required, request_not_found, request_not_accepted or
// proposal_not_offered, or with an error of the key or of the adapter.
func (s *Service) Propose(ctx context.Context, key store.Key, requestID string) (*store.Proposal, error) {
	if _, err := s.current(ctx, problem.InstallationRequired); err != nil {
		return nil, err
	}
	var record *store.Record
	return s.proposals.obtain(ctx, key, requestID, maker[*store.Proposal]{
		admits: func(ctx context.Context) (err error) {
			record, err = s.Record(ctx, requestID)
			return err
		},
		make: func(ctx context.Context) (*store.Proposal, error) {
			evaluated, err := s.evaluateAgain(ctx, record)
			if err != nil {
				return nil, err
			}
			derived, err := s.Derive(ctx, evaluated)
			if err != nil {
				return nil, err
			}
			change, err := s.changeOf(ctx, derived, record.EnvironmentID, len(evaluated.native.Resources))
			if err != nil {
				return nil, err
			}
			return s.stored(derived, change), nil
		},
	})
}

// stored returns a proposal for the store. It shares no text with d, because names of boundaries are slices
// of the adapter's whole answer.
func (s *Service) stored(d *Derived, change wire.ProposalChange) *store.Proposal {
	var placeholders []string
	for _, name := range d.Placeholders {
		placeholders = append(placeholders, strings.Clone(name))
	}
	return &store.Proposal{
		ProposalID: d.ProposalID, RequestID: d.RequestID, Status: d.Status, Placeholders: placeholders, Change: change,
		Parts: d.parts(), Summary: d.summary, ReceivedAt: s.arrived(),
	}
}

// changeOf returns what a proposal with a number of resources changes since the newest proposal of its environment. If
// that one is damaged, it returns its ID alone: an environment may always have a next proposal.
func (s *Service) changeOf(
	ctx context.Context, d *Derived, environmentID string, resources int,
) (change wire.ProposalChange, err error) {
	list, err := s.Proposals(ctx, store.ProposalFilter{EnvironmentID: environmentID},
		store.Page{Order: store.Newest, Limit: 1})
	if err != nil {
		return change, err
	}
	if len(list.Items) == 0 {
		return wire.ProposalChange{Resources: &wire.ResourceCounts{Added: resources}}, nil
	}
	change.Follows = list.Items[0].ProposalID
	before, err := s.ProposalsWith(ctx, change.Follows)
	if err != nil {
		if problem.From(err).Code == problem.StoreAltered {
			return change, nil
		}
		return change, err
	}
	followed, err := readProposal(change.Follows, before[0].JSON())
	if err != nil {
		return change, err
	}
	own, err := readProposal(d.ProposalID, d.JSON)
	if r := difference.Compare("", followed, "", own).Resources; r != nil {
		change.Resources = &wire.ResourceCounts{
			Added: len(r.Added) + len(r.Replaced), Changed: len(r.Changed), Removed: len(r.Removed) + len(r.Replaced),
		}
	}
	return change, err
}

func readProposal(id string, data []byte) (difference.Document, error) {
	return difference.Read(id, document.Source{Format: document.JSON, Data: data})
}

// parts returns the whole document in parts. Texts that other proposals have too are parts of their own.
func (d *Derived) parts() (parts []store.TextPart) {
	rest := []byte(d.entry)
	for _, text := range d.common() {
		if before, after, ok := bytes.Cut(rest, text); ok {
			parts = append(parts, store.TextPart{Text: before}, store.TextPart{Text: text, Common: true})
			rest = after
		}
	}
	return append(parts, store.TextPart{Text: rest})
}

// common returns the texts that other proposals have too, encoded as in the document and in its order.
func (d *Derived) common() [][]byte {
	paths := proposal.PathsOf(d.RequestID)
	var common [][]byte
	for _, a := range d.Artifacts {
		switch _, rules, _ := strings.Cut(a.Content, `"rules": [`); a.Path {
		case paths.Root:
			common = append(common, document.AppendText(nil, a.Content))
		case paths.Decision:
			common = append(common, document.AppendText(nil, rules)[1:])
		}
	}
	return common
}

// Derive makes the proposal of an accepted request. It stores nothing. It fails with request_not_accepted if
// the request is denied.
func (s *Service) Derive(ctx context.Context, record *Evaluated) (*Derived, error) {
	in, err := s.ProposalInput(ctx, record)
	if err != nil {
		return nil, err
	}
	built, err := proposal.Build(in)
	if err != nil {
		return nil, err
	}
	whole, err := bounded(record.Provider, "proposal", built, store.MaxProposalSize,
		answerField{adapter.RootFile, string(in.Root)}, answerField{adapter.InputsFile, string(in.Inputs)},
		answerField{"resources", in.Resources}, answerField{"estimate.items", in.Estimate.Items})
	if err != nil {
		return nil, err
	}
	summary, err := document.EncodeEntry(built.Summary())
	return &Derived{Proposal: built, JSON: whole.Document(), entry: whole, summary: summary}, err
}

// ProposalInput returns the input of the proposal of an accepted request. It fails with
// request_not_accepted if the request is denied.
func (s *Service) ProposalInput(ctx context.Context, record *Evaluated) (proposal.Input, error) {
	if record.Decision != request.Accepted {
		return proposal.Input{}, notAccepted(record.Violations)
	}
	if d := record.in.status.Description; d.Lacks(adapter.CapabilityInfrastructure) {
		return proposal.Input{}, problem.New(problem.ProposalNotOffered,
			"The adapter %s makes no infrastructure code, so there is nothing to propose. Use it for decisions only, "+
				"or a release of it that names the capability %q.",
			d.ID, adapter.CapabilityInfrastructure)
	}
	impl, err := s.adapter(ctx, record.in)
	if err != nil {
		return proposal.Input{}, err
	}
	generation, err := impl.Generate(ctx, record.input)
	if err != nil {
		return proposal.Input{}, err
	}
	in := proposalInput(record, generation)
	in.Controls, err = adapter.UpheldControls(record.in.status.Description, record.input, record.native.Resources)
	return in, err
}

// notAccepted returns the error for a denied request, with the changes that it needs.
func notAccepted(violations []request.Violation) *problem.Problem {
	p := problem.New(problem.RequestNotAccepted,
		"Policy denies this request, so there is nothing to propose. "+
			"Change what is listed and send the changed request first.")
	for _, v := range violations {
		message := v.Message + " " + v.Remediation
		if !v.Suggestion.IsZero() {
			message += " Write " + v.Suggestion.String() + "."
		}
		p.Faults = append(p.Faults, problem.Fault{Field: v.Field, Code: problem.FaultDenied, Message: message})
	}
	return p
}

func proposalInput(r *Evaluated, g adapter.Generation) proposal.Input {
	d := r.in.status.Description
	in := proposal.Input{
		Request: r.Request, Profile: r.in.Profile, PolicyDigest: r.in.policies.Digest(), Rules: r.Rules(),
		Resources: r.native.Resources, Estimate: r.Estimate,
		Adapter: proposalAdapter(r.in.status), Platform: platformcore.Version,
	}
	if at := slices.IndexFunc(d.Regions, func(g profile.Region) bool { return g.Name == r.Request.Region }); at >= 0 {
		in.RegionName = d.Regions[at].DisplayName
	}
	in.Placement, in.Rationale, in.Replacements, in.Needs = g.Placement, g.Rationale, g.Replacements, g.Needs
	in.Placeholders = placeholders(r.in, g.Placement)
	for _, f := range g.Files {
		switch f.Name {
		case adapter.RootFile:
			in.Root = f.Content
		case adapter.InputsFile:
			in.Inputs = f.Content
		}
	}
	return in
}

func proposalAdapter(s adapter.Status) proposal.Adapter {
	d := s.Description
	return proposal.Adapter{ID: d.ID, DisplayName: d.DisplayName, Version: d.Version, ContractVersion: s.ContractVersion}
}

// MadeWith returns the [proposal.MadeWith] of every proposal of the installation.
func (s *Service) MadeWith(ctx context.Context) (proposal.MadeWith, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return proposal.MadeWith{}, err
	}
	return proposal.Input{
		Profile: in.Profile, PolicyDigest: in.policies.Digest(),
		Adapter: proposalAdapter(in.status), Platform: platformcore.Version,
	}.MadeWith(), nil
}

// placeholders returns the sorted names of the boundaries with placeholders in a placement. Without a
// placement, it returns those in the profile.
func placeholders(in *installed, placement []adapter.PlacementPart) []string {
	known, open := map[string]string{}, map[string]bool{}
	for _, b := range in.provider.Boundaries {
		known[b.Name] = b.Placeholder
	}
	for _, p := range placement {
		open[p.Boundary] = p.ID == known[p.Boundary]
	}
	if len(placement) == 0 {
		for name, id := range in.Profile.Boundaries {
			open[name] = id == known[name]
		}
	}
	maps.DeleteFunc(open, func(_ string, isOpen bool) bool { return !isOpen })
	return slices.Sorted(maps.Keys(open))
}

// maxShownID bounds an ID in a message, in characters.
const maxShownID = 40

// Proposal returns the stored proposal with the ID. It fails with proposal_not_found if there is none.
func (s *Service) Proposal(ctx context.Context, id string) (*store.Proposal, error) {
	found, err := s.store.Proposals().Get(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case found[0] == nil:
		return nil, s.notFound(problem.ProposalNotFound, "No proposal has the ID "+problem.Excerpt(id, maxShownID)+" here.",
			"Proposals are kept in memory, so a restart loses them; propose the request again to get the same ID.")
	default:
		return found[0], nil
	}
}

// Proposals returns a page of the list of proposals. See [store.Page] for the error.
func (s *Service) Proposals(
	ctx context.Context, filter store.ProposalFilter, page store.Page,
) (wire.List[store.ProposalSummary], error) {
	filter.Now = s.now()
	return s.store.ListProposals(ctx, filter, page)
}

// ProposalsWith returns the stored proposals with the IDs of a list, in their order.
func (s *Service) ProposalsWith(ctx context.Context, ids ...string) ([]*store.Proposal, error) {
	return listed(ctx, s.store.Proposals(), ids)
}
