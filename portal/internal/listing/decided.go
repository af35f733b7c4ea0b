package listing

import "platform.internal/platform-core/request"

// Decision is the decision of a record, if this release understands it.
type Decision string

// The decisions. A newer platform can send other decisions. They are [NotUnderstood], and must not
// look like a known decision.
const (
	Accepted      Decision = "accepted"
	Denied        Decision = "denied"
	NotUnderstood Decision = ""
)

// Decided returns the [Decision] of a record. It returns [NotUnderstood] if the record contradicts
// itself: it is accepted with violations, or denied without one.
func Decided(r request.Record) Decision { return decided(r.RequestID, r.Decision, len(r.Violations)) }

// decided returns the same for the fields of a summary: the request's ID, the decision, and the
// number of mandatory rules that deny it.
func decided(id string, decision request.Decision, denials int) Decision {
	switch {
	case decision == request.Accepted && denials == 0 && id != "":
		return Accepted
	case decision == request.Denied && denials > 0:
		return Denied
	default:
		return NotUnderstood
	}
}
