package proposal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Decode reads a saved proposal. It fails with proposal_rejected if data is not a proposal, and with
// proposal_altered if data has an unknown field, or the same field twice. It ignores a byte order
// mark, white space, the order of fields and the escapes of characters.
func Decode(data []byte) (Proposal, error) {
	data = document.WithoutMark(data)
	var p Proposal
	err := json.Unmarshal(data, &p)
	if err != nil || p.Schema != Schema || !utf8.Valid(data) {
		return Proposal{}, problem.New(problem.ProposalRejected,
			"This is not a proposal document: its schema must be %s.", Schema).Because(err)
	}
	written, err := document.Encode(p)
	if err != nil {
		return Proposal{}, err
	}
	if !same(data, written) {
		return p, problem.New(problem.ProposalAltered,
			"This proposal document was edited: it has a field that the platform did not write, or the same field twice.")
	}
	return p, nil
}

// same reports whether two JSON texts have the same tokens in any order, because a tool may have sorted the
// fields.
func same(a, b []byte) bool { return slices.Equal(tokens(a), tokens(b)) }

// tokens returns the tokens of a JSON text, sorted as texts. An unknown or repeated field is an additional
// token.
func tokens(data []byte) []string {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var list []string
	for token, err := dec.Token(); err == nil; token, err = dec.Token() {
		list = append(list, fmt.Sprintf("%T %v", token, token))
	}
	slices.Sort(list)
	return list
}

// Check derives every hash, ID and fixed part of p from its contents, and returns the differences. It cannot
// find contents that were replaced together with all hashes; [Compare] with a proposal derived from the
// request can.
func Check(p Proposal) []Mismatch {
	var found mismatches
	for _, a := range p.Files() {
		if actual := document.Digest([]byte(a.Content)); actual != a.SHA256 {
			found.add(a.Path, "has a content with the SHA-256 %s, not the recorded %s", actual, a.SHA256)
		}
		if len(a.Content) != a.Size {
			found.add(a.Path, "has a content of %d bytes, not the recorded %d", len(a.Content), a.Size)
		}
	}
	if hash := ContentHash(p.Artifacts); hash != p.ContentHash {
		found.add("content_hash", "the artifacts hash to %s, not the recorded %s", hash, p.ContentHash)
	}
	if id := IDOf(p.ContentHash); id != p.ProposalID {
		found.add("proposal_id", "the content hash gives %s, not the recorded %s", id, p.ProposalID)
	}
	found.checkLayout(p)
	found.checkSummary(p)
	return found
}

// checkSummary compares the fields of the proposal with its artifacts.
func (m *mismatches) checkSummary(p Proposal) {
	same := func(where, recorded, derived string) {
		if recorded != derived {
			m.add(where, "is %q where the artifacts say %q", recorded, derived)
		}
	}
	var identity request.Identity
	var evidence PolicyDecision
	for _, a := range p.Artifacts {
		switch a.Path {
		case PathsOf(p.RequestID).Request:
			if r, err := readRequest(a.Content); err == nil {
				identity = r.Identify()
			}
		case PathsOf(p.RequestID).Decision:
			_ = json.Unmarshal([]byte(a.Content), &evidence) // an unreadable decision differs in every field
		}
	}
	same("request_id", p.RequestID, identity.RequestID)
	same("fingerprint", p.Fingerprint, identity.Fingerprint)
	same("provider", p.Provider, evidence.Provider)
	same("mode", string(p.Mode), evidence.Mode)
	same("placeholders", strings.Join(p.Placeholders, ", "), strings.Join(evidence.Placeholders, ", "))
}

// checkLayout checks the fixed parts of a proposal.
func (m *mismatches) checkLayout(p Proposal) {
	if p.Status != ReadyForReview {
		m.add("status", "must be "+ReadyForReview)
	}
	if !slices.Equal(p.GuardedStages, GuardedStages()) {
		m.add("guarded_stages", "must be the four stages, each "+NotExecuted)
	}
	for i, path := range PathsOf(p.RequestID).List() {
		if i >= len(p.Artifacts) || p.Artifacts[i].Path != path || p.Artifacts[i].MediaType != mediaTypes[i] {
			m.add(path, "must be artifact %d, of type %s", i+1, mediaTypes[i])
		}
	}
	if len(p.Artifacts) > len(mediaTypes) {
		m.add("artifacts", "must be %d, not %d", len(mediaTypes), len(p.Artifacts))
	}
	if expected, err := marker(p); err != nil || expected != p.SafetyMarker {
		m.add(MarkerPath, "is not the safety marker of this proposal")
	}
}
