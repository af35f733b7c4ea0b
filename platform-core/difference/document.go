package difference

import (
	"encoding/json"
	"maps"
	"slices"

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
	Rule
	dated bool
}

// bundle is what a proposal has besides its request's record.
type bundle struct {
	adapterVersion, profileDigest, policyDigest string
	// environmentID and stateKey are empty in a bundle of a release that had neither.
	environmentID, stateKey string
	replacements            []proposal.Replacement
	inputs                  map[string]json.RawMessage
	root                    string
}

// side returns whose document it is; file is what a person calls it.
func (d Document) side(file string) Side {
	id := d.request.Identify()
	s := Side{
		File: file, Kind: d.kind, RequestID: id.RequestID, Fingerprint: id.Fingerprint,
		Provider: d.provider, Mode: d.mode, Decision: d.decision,
	}
	for _, policy := range slices.Sorted(maps.Keys(d.rules)) {
		if d.rules[policy].Exception != (proposal.Exception{}) {
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
func (d Document) lacks(p Part) Reason {
	switch {
	case d.kind == Request:
		return RequestDocument
	case p == ResourcesPart && d.decision == request.Denied:
		return DeniedRequest
	case p == ResourcesPart && d.bundle == nil && len(d.resources) == 0:
		return RecordOfMode
	case p == CostPart && len(d.estimate.Items) == 0:
		return NotSized
	case (p == ReplacementsPart || p == InputsPart) && d.bundle == nil:
		return RecordDocument
	case p == ReplacementsPart && len(d.bundle.replacements) == 0:
		return NotNamed
	}
	return ""
}
