package difference

import (
	"encoding/json"
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Kind is what sort of document was read.
type Kind string

// The kinds of documents that can be compared.
const (
	// Request is a request document: fields, and nothing that was decided.
	Request Kind = "request"
	// Record is the record of a request.
	Record Kind = "record"
	// Proposal is a saved proposal, Bundle the same as a folder of files.
	Proposal Kind = "proposal"
	Bundle   Kind = "bundle"
)

// Document is what was read of one of the two.
type Document struct {
	kind    Kind
	request request.Request
	// provider and what follows is of all kinds but Request.
	provider, mode string
	decision       request.Decision
	// rules are those that are broken, by ID, and those that may be on another day.
	rules     map[string]rule
	estimate  request.Estimate
	resources []request.Resource
	// bundle is what only a proposal or a bundle has; nil for the other kinds.
	bundle *bundle
}

// rule is a rule that is broken, or may be on another day.
type rule struct {
	BrokenRule
	dated bool
}

// bundle is what a proposal has besides its request's record.
type bundle struct {
	adapterVersion, profileDigest, policyDigest string
	// environmentID and stateKey are empty in a bundle of a release that had neither.
	environmentID, stateKey string
	replacements            []adapter.Replacement
	inputs                  map[string]json.RawMessage
	root                    string
	// artifacts are nil for what is made of OfProposal.
	artifacts []proposal.Artifact
}

// OfRecord returns the document of a record.
func FromRecord(r request.Record) Document {
	d := Document{
		kind: Record, request: r.Request, provider: r.Provider, mode: r.Mode, decision: r.Decision,
		rules: map[string]rule{}, estimate: r.Estimate, resources: r.SimulatedResources,
	}
	d.breaks(r.Violations, profile.Mandatory)
	d.breaks(r.Advisories, profile.Advisory)
	for _, x := range r.Exceptions {
		d.rules[x.PolicyID] = rule{BrokenRule: BrokenRule{x.PolicyID, profile.Mandatory, x.Field, x.Message,
			proposal.RuleException{Owner: x.Owner, Reason: x.Reason, Until: x.Until}}}
	}
	return d
}

// breaks adds rules that the request breaks.
func (d *Document) breaks(found []request.Violation, level profile.Level) {
	for _, v := range found {
		d.rules[v.PolicyID] = rule{BrokenRule: BrokenRule{PolicyID: v.PolicyID, Level: level, Field: v.Field,
			Message: v.Message}}
	}
}

// OfProposal returns the document of what a proposal is made of. The rules are those
// that the record breaks: unlike the evidence, it has those too that depend on the day.
func FromProposal(r request.Record, in proposal.Input) (Document, error) {
	inputs := map[string]json.RawMessage{}
	if err := json.Unmarshal(in.Inputs, &inputs); err != nil {
		return Document{}, unreadable(problem.ProposalRejected, "The proposal", "has no readable inputs of Terraform", err)
	}
	d := documentOf(in.Request, in.Inventory(),
		bundle{adapterVersion: in.Adapter.Version, inputs: compacted(inputs), root: string(in.Root)}, in.Decision())
	d.kind, d.rules = Proposal, FromRecord(r).rules
	return d, nil
}

// documentOf returns the document of a proposal's evidence, without kind and rules.
func documentOf(r request.Request, inventory proposal.Inventory, b bundle, decision proposal.PolicyDecision) Document {
	b.profileDigest, b.policyDigest = decision.Profile, decision.PolicySet
	b.environmentID, b.stateKey, b.replacements = inventory.EnvironmentID, inventory.StateKey, inventory.Replacements
	return Document{
		request: r, provider: inventory.Provider, mode: inventory.Mode, decision: decision.Decision,
		estimate: inventory.Estimate, resources: inventory.Resources, bundle: &b,
	}
}

// Artifacts returns the seven files of a proposal or bundle that was read, in the order of
// a proposal, with Path and Content only; nil for another document. A bundle may lack
// one, whose Path is empty then.
func (d Document) Artifacts() []proposal.Artifact {
	if d.bundle == nil {
		return nil
	}
	return d.bundle.artifacts
}

// Kind returns what sort of document it is.
func (d Document) Kind() Kind { return d.kind }

// Request returns the request.
func (d Document) Request() request.Request { return d.request }

// Decision returns what was decided; empty for a request document.
func (d Document) Decision() request.Decision { return d.decision }

// side returns whose document it is; file is what a person calls it.
func (d Document) side(file string) Side {
	id := d.request.Identify()
	s := Side{
		File: file, Kind: d.kind, RequestID: id.RequestID, Fingerprint: id.Fingerprint,
		Provider: d.provider, Mode: d.mode, Decision: d.decision,
	}
	for _, policy := range slices.Sorted(maps.Keys(d.rules)) {
		if d.rules[policy].Exception != (proposal.RuleException{}) {
			s.Exceptions = append(s.Exceptions, policy)
		}
	}
	if d.kind != Request {
		s.EnvironmentID, s.StateKey = d.environmentID(), d.request.StateKey(d.provider)
	}
	if b := d.bundle; b != nil {
		s.StateKey = b.stateKey
		s.AdapterVersion, s.ProfileDigest, s.PolicySetDigest = b.adapterVersion, b.profileDigest, b.policyDigest
	}
	return s
}

// environmentID returns the ID of the environment, as a bundle has it.
func (d Document) environmentID() string {
	if d.bundle != nil {
		return d.bundle.environmentID
	}
	return d.request.EnvironmentID(d.provider)
}

// lacks returns why the document does not have a part; empty where it has it.
func (d Document) lacks(p Section) Reason {
	switch {
	case d.kind == Request:
		return RequestDocument
	case p == ResourcesSection && d.decision == request.Denied:
		return DeniedRequest
	case p == ResourcesSection && d.bundle == nil && len(d.resources) == 0:
		return RecordOfMode
	case p == CostSection && len(d.estimate.Items) == 0:
		return NotSized
	case (p == ReplacementsSection || p == InputsSection) && d.bundle == nil:
		return RecordDocument
	case p == ReplacementsSection && len(d.bundle.replacements) == 0:
		return NotNamed
	}
	return ""
}
