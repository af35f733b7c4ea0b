package requestverify

import (
	"context"
	"slices"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// Verify compares the claim with the proposal that the session makes from the recorded request. It
// applies the rules of the day on. If on is empty, it uses the profile's policy date, or else
// today. Each result is an [Answer]. Verify fails only if the adapter fails.
func Verify(ctx context.Context, s *host.Session, c Claim, on request.Date) (Answer, error) {
	here, err := s.MadeWith(ctx)
	if err != nil {
		return Answer{}, err
	}
	attested, unreadable := proposal.ReadAttestation(c.attestation())
	a := Answer{
		Schema:     schema,
		Bundle:     c.name,
		RequestID:  c.requestID,
		Files:      len(c.files),
		Attested:   attested.MadeWith,
		Here:       here,
		Parts:      []proposal.PartDifference{},
		Same:       []string{},
		Altered:    []proposal.Mismatch{},
		Denied:     []Denial{},
		Exceptions: []UsedException{},
	}
	if unreadable == nil {
		a.Parts = attested.Differences(here)
	}
	var derived *proposal.Proposal
	req, unreadableRequest := proposal.Recorded(c.files, c.requestID)
	if unreadableRequest == nil {
		if derived, err = derive(ctx, s, c, req, &a, on); err != nil {
			return Answer{}, err
		}
	}
	if derived == nil || !a.equal(c, *derived) {
		a.differ(c, derived, unreadableRequest)
	}
	a.Verified = a.Outcome == Verified
	return a, nil
}

// identity returns the content hash and the proposal ID of the files. Both are empty if one of the
// seven files is missing.
func (c Claim) identity() (contentHash, proposalID string) {
	contentHash = proposal.HashOf(c.files, c.requestID)
	return contentHash, proposal.IDOf(contentHash)
}

// derive returns the proposal of the recorded request on the day, or on another day on which policy
// accepts it. It returns nil if no such day was found. It writes the policy decision to a.
func derive(
	ctx context.Context, s *host.Session, c Claim, req request.Request, a *Answer, on request.Date,
) (*proposal.Proposal, error) {
	record, err := s.Evaluate(ctx, req, service.EvaluateOptions{On: on})
	if err != nil {
		return nil, err
	}
	a.PolicyDate = record.EvaluatedOn
	if record.Decision == request.Denied {
		for _, v := range record.Violations {
			a.Denied = append(a.Denied, Denial{PolicyID: v.PolicyID, Field: v.Field, Message: v.Message})
		}
		if a.VerifyOn = record.AcceptedOn(ctx); a.VerifyOn == "" {
			return nil, nil
		}
		if record, err = s.Evaluate(ctx, req, service.EvaluateOptions{On: a.VerifyOn}); err != nil {
			return nil, err
		}
	}
	for _, x := range record.Exceptions {
		a.Exceptions = append(a.Exceptions,
			UsedException{x.PolicyID, proposal.RuleException{Owner: x.Owner, Reason: x.Reason, Until: x.Until}})
	}
	return closest(ctx, s, c, record, a)
}

// closest returns the proposal of an accepted request. Only the attestation contains the platform's
// release, so closest first uses the release of the claim. If the marker then differs, the release
// may be altered, and closest tries this platform's release and none. It returns nil if the mode
// offers no proposal.
func closest(
	ctx context.Context, s *host.Session, c Claim, record *service.Evaluated, a *Answer,
) (*proposal.Proposal, error) {
	in, err := s.ProposalInput(ctx, record)
	if problem.From(err) != nil && problem.From(err).Code == problem.ProposalNotOffered {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var first *proposal.Proposal
	for _, release := range []string{a.Attested.Platform, a.Here.Platform, ""} {
		in.Platform = release
		p, err := proposal.Build(in)
		if err != nil {
			return nil, err
		}
		if p.SafetyMarker.Content == c.files[proposal.MarkerPath] {
			return &p, nil
		}
		if first == nil {
			first = &p
		}
	}
	return first, nil
}

// equal reports whether the claim equals the derived proposal, and sets the outcome if it does.
func (a *Answer) equal(c Claim, derived proposal.Proposal) bool {
	a.derived = &derived
	for _, file := range derived.Files() {
		if content, ok := c.files[file.Path]; ok && content == file.Content {
			a.Same = append(a.Same, file.Path)
		}
	}
	slices.Sort(a.Same)
	if len(c.compare(derived)) > 0 {
		return false
	}
	a.Consistent, a.ContentHash, a.ProposalID = true, derived.ContentHash, derived.ProposalID
	a.Outcome = Verified
	if len(a.Denied) > 0 {
		a.Outcome = NoLongerAccepted
	}
	return true
}

// differ sets the outcome of a claim that differs from the derived proposal, or that has none.
func (a *Answer) differ(c Claim, derived *proposal.Proposal, unreadableRequest error) {
	inconsistent := c.inconsistent()
	a.Consistent = len(inconsistent) == 0
	a.ContentHash, a.ProposalID = c.identity()
	if derived != nil {
		a.Exceptions = []UsedException{}
	}
	switch {
	case derived != nil && (c.isOf(*derived, a.Consistent) || len(a.Parts) == 0):
		a.Outcome, a.Altered = Altered, c.compare(*derived)
	case derived == nil && unreadableRequest != nil && a.Consistent: // all hashes were computed again
		a.Outcome = Altered
		a.Altered = []proposal.Mismatch{{Where: proposal.PathsOf(c.requestID).Request,
			Message: handover.Unreadable(unreadableRequest)}}
	default:
		a.withoutDerived(inconsistent)
	}
}

// withoutDerived sets the outcome if no derived proposal is comparable with the claim.
func (a *Answer) withoutDerived(inconsistent []proposal.Mismatch) {
	switch {
	case len(inconsistent) > 0:
		a.Outcome, a.Altered = Altered, inconsistent
	case len(a.Parts) > 0:
		a.Outcome = MadeWithAnother
	default: // all hashes were computed again, since no proposal was made of such a request
		a.Outcome = Altered
		a.Altered = []proposal.Mismatch{{Where: proposal.PathsOf(a.RequestID).Request,
			Message: "is a request that policy accepts on no day"}}
	}
}
