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

// Kind is a kind of document.
type Kind string

// The kinds of documents that can be compared.
const (
	// Request is a request document: it has fields and no decision.
	Request Kind = "request"
	// Record is the record of a request.
	Record Kind = "record"
	// Proposal is a saved proposal. Bundle is a proposal as a folder of files.
	Proposal Kind = "proposal"
	Bundle   Kind = "bundle"
)

// Document is one of the two documents to compare.
type Document struct {
	kind    Kind
	request request.Request
	// provider and the following fields are empty for a request document.
	provider, mode string
	decision       request.Decision
	// rules are the broken rules, by ID, and the rules that may be broken on another day.
	rules     map[string]rule
	estimate  request.Estimate
	resources []request.Resource
	// bundle is nil for request documents and records.
	bundle *bundle
}

// rule is a broken rule. If dated is true, the outcome depends on the day.
type rule struct {
	BrokenRule
	dated bool
}

// bundle has the contents of a proposal that a record does not have.
type bundle struct {
	adapterVersion, profileDigest, policyDigest string
	// environmentID and stateKey are empty in a bundle of an old release.
	environmentID, stateKey string
	replacements            []adapter.Replacement
	inputs                  map[string]json.RawMessage
	root                    string
	// artifacts are nil for a document from FromProposal.
	artifacts []proposal.Artifact
}

// FromRecord returns the document of a record.
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

// breaks adds the rules of violations.
func (d *Document) breaks(found []request.Violation, level profile.Level) {
	for _, v := range found {
		d.rules[v.PolicyID] = rule{BrokenRule: BrokenRule{PolicyID: v.PolicyID, Level: level, Field: v.Field,
			Message: v.Message}}
	}
}

// FromProposal returns the document of a proposal that is not built yet. Its rules come from the record: unlike the
// evidence of a proposal, the record also has rules that depend on the day. It fails if the inputs are not JSON.
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

// documentOf returns the document of a proposal, without kind and rules.
func documentOf(r request.Request, inventory proposal.Inventory, b bundle, decision proposal.PolicyDecision) Document {
	b.profileDigest, b.policyDigest = decision.Profile, decision.PolicySet
	b.environmentID, b.stateKey, b.replacements = inventory.EnvironmentID, inventory.StateKey, inventory.Replacements
	return Document{
		request: r, provider: inventory.Provider, mode: inventory.Mode, decision: decision.Decision,
		estimate: inventory.Estimate, resources: inventory.Resources, bundle: &b,
	}
}

// Artifacts returns the seven files of a proposal or bundle, in the order of a proposal, with only Path and Content. It
// returns nil for other documents. The Path of a file that a bundle lacks is empty.
func (d Document) Artifacts() []proposal.Artifact {
	if d.bundle == nil {
		return nil
	}
	return d.bundle.artifacts
}

// Kind returns the kind of the document.
func (d Document) Kind() Kind { return d.kind }

// Request returns the request.
func (d Document) Request() request.Request { return d.request }

// Resources returns the declared resources; none for a document without them.
func (d Document) Resources() []request.Resource { return d.resources }

// Decision returns the decision; empty for a request document.
func (d Document) Decision() request.Decision { return d.decision }

// side describes the document. file is its name for the user.
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

// environmentID returns the ID of the environment, or the ID in a bundle.
func (d Document) environmentID() string {
	if d.bundle != nil {
		return d.bundle.environmentID
	}
	return d.request.EnvironmentID(d.provider)
}

// lacks returns why the document does not have a section; empty if it has the section.
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
