package listing

import "platform.internal/platform-core/request"

// Decision is what a record says, where this release understands it.
type Decision string

// The decisions. A portal that is older than its platform may meet others, which must
// not look like one of these: they are NotUnderstood.
const (
	Accepted      Decision = "accepted"
	Denied        Decision = "denied"
	NotUnderstood Decision = ""
)

// Decided returns the decision of a record. A record that accepts what mandatory rules deny, or
// denies without one, contradicts itself and is not understood.
func Decided(r request.Record) Decision { return decided(r.RequestID, r.Decision, len(r.Violations)) }

// decided returns the same of what a list shows: the request's ID, what was decided, and
// how many mandatory rules deny it.
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
