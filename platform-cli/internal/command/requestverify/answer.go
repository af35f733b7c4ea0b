package requestverify

import (
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// schema is the schema of an encoded [Answer].
const schema = "platform.proposal-verification/v1"

// Outcomes of a verification.
const (
	// Verified means that every byte was derived again from the recorded request.
	Verified = "verified"
	// MadeWithAnother means that the attestation names another adapter, contract, profile, policy set
	// or platform. The files agree with each other, but they cannot be derived here.
	MadeWithAnother = "made_with_another"
	// NoLongerAccepted means that policy denies the recorded request on the day. All other checks
	// passed.
	NoLongerAccepted = "no_longer_accepted"
	// Altered means that the proposal changed after it was made.
	Altered = "altered"
)

// Answer is the document of `request verify`, as [Verify] returns it. Its lists are never null.
type Answer struct {
	Schema  string `json:"schema"`
	Outcome string `json:"outcome"`
	// Verified reports whether Outcome is [Verified].
	Verified bool `json:"verified"`
	// Bundle is the name of the verified bundle.
	Bundle      string `json:"bundle"`
	RequestID   string `json:"request_id"`
	ProposalID  string `json:"proposal_id"`
	ContentHash string `json:"content_hash"`
	// Files is the number of files.
	Files int `json:"files"`
	// PolicyDate is the day for which the rules were evaluated. It is empty if the request cannot be
	// read.
	PolicyDate request.Date `json:"policy_date,omitempty"`
	// Attested has the versions in the attestation, and Here the versions in use. A text that the
	// attestation lacks is empty.
	Attested proposal.MadeWith `json:"attested"`
	Here     proposal.MadeWith `json:"here"`
	// Parts are the parts that differ between Attested and Here.
	Parts []proposal.PartDifference `json:"parts"`
	// Consistent reports whether the files match the digests of the attestation, the content hash and
	// the proposal ID. It proves only that no file changed after all of them were written. It does not
	// prove who wrote them.
	Consistent bool `json:"consistent"`
	// Same are the sorted paths of the files whose bytes were derived again.
	Same []string `json:"same"`
	// Altered are the files and fields that changed after the proposal was made.
	Altered []proposal.Mismatch `json:"altered"`
	// Denied are the rules that deny the request on PolicyDate.
	Denied []Denial `json:"denied"`
	// VerifyOn is a day on which policy accepts the request, for the flag --on. It is empty if no
	// such day was found.
	VerifyOn request.Date `json:"verify_on,omitempty"`
	// Exceptions are those that the acceptance needs. They are set if every byte was derived.
	Exceptions []UsedException `json:"exceptions"`

	derived *proposal.Proposal
}

// Derived returns the [proposal.Proposal] that the files were compared with, or nil.
func (a Answer) Derived() *proposal.Proposal { return a.derived }

// Denial is a rule that denies.
type Denial struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Message  string `json:"message"`
}

// UsedException is an exception that allows a broken rule.
type UsedException struct {
	PolicyID string `json:"policy_id"`
	proposal.RuleException
}
