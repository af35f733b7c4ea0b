package requestverify

import (
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// schema marks an encoded Answer.
const schema = "platform.proposal-verification/v1"

// The outcomes.
const (
	// Verified: every byte is derived again from the recorded request.
	Verified = "verified"
	// MadeWithAnother: it says that it was made with another adapter, contract, profile,
	// policy set or platform, so that it cannot be derived here, and it agrees with itself.
	MadeWithAnother = "made_with_another"
	// NoLongerAccepted: policy denies the recorded request on the day, and everything that
	// can be checked is right.
	NoLongerAccepted = "no_longer_accepted"
	// Altered: it is not as it was made, whoever made it.
	Altered = "altered"
)

// Answer is the document of `request verify`. Its lists are never null.
type Answer struct {
	Schema  string `json:"schema"`
	Outcome string `json:"outcome"`
	// Verified reports whether Outcome is Verified.
	Verified bool `json:"verified"`
	// Bundle is what a person calls it.
	Bundle      string `json:"bundle"`
	RequestID   string `json:"request_id"`
	ProposalID  string `json:"proposal_id"`
	ContentHash string `json:"content_hash"`
	// Files is how many files it has.
	Files int `json:"files"`
	// PolicyDate is the day of which the rules were evaluated; empty where the request
	// cannot be read.
	PolicyDate request.Date `json:"policy_date,omitempty"`
	// Attested is what its attestation says it was made with, and Here what would make
	// it in this place. A text that the attestation lacks is empty.
	Attested proposal.MadeWith `json:"attested"`
	Here     proposal.MadeWith `json:"here"`
	// Parts are those in which the two differ.
	Parts []proposal.PartDifference `json:"parts"`
	// Consistent reports whether the files agree with each other: with the digests of the
	// attestation, the content hash and the proposal ID. It proves only that nothing was
	// changed since all of them were written, by whomever.
	Consistent bool `json:"consistent"`
	// Same are the paths of the files that were derived here to the same bytes, sorted.
	Same []string `json:"same"`
	// Altered are the files and fields that are not as they were made.
	Altered []proposal.Mismatch `json:"altered"`
	// Denied are the rules that deny the request on PolicyDate.
	Denied []Denial `json:"denied"`
	// VerifyOn is a day on which the request is accepted: the value for --on; empty for none.
	VerifyOn request.Date `json:"verify_on,omitempty"`
	// Exceptions are those that the acceptance rests on, where every byte was derived.
	Exceptions []UsedException `json:"exceptions"`

	derived *proposal.Proposal
}

// Derived returns the proposal that the files were compared with; nil if none could be derived.
func (a Answer) Derived() *proposal.Proposal { return a.derived }

// Denial is a rule that denies.
type Denial struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Message  string `json:"message"`
}

// UsedException lets a rule be broken.
type UsedException struct {
	PolicyID string `json:"policy_id"`
	proposal.RuleException
}
