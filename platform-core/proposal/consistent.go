package proposal

import (
	"encoding/json"
	"maps"
	"slices"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Inconsistent returns the files of a bundle, by path, that do not agree with the others: with the digests in
// the attestation, with the content hash, or with the request. It needs no adapter and no profile. It only
// proves that no file was changed since all of them were written.
func Inconsistent(files map[string]string, requestID string) []Mismatch {
	c := consistency{files: files, paths: PathsOf(requestID), requestID: requestID}
	attested, err := ReadAttestation(files[c.paths.Attestation])
	c.checkSubjects(attested, err)
	c.checkMarker()
	if err == nil {
		c.checkEvidence(attested)
	}
	known := append(c.paths.List(), MarkerPath)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if !slices.Contains(known, path) {
			c.add(shortened(path), "is not part of the proposal")
		}
	}
	return c.mismatches
}

// List returns the paths in the order of a proposal.
func (p Paths) List() []string {
	return []string{p.Request, p.Root, p.Inputs, p.Decision, p.Inventory, p.Review, p.Attestation}
}

// HashOf returns the [ContentHash] of the files of a bundle, by path. It returns an empty hash if one of the
// seven files is missing.
func HashOf(files map[string]string, requestID string) string {
	var artifacts []Artifact
	for _, path := range PathsOf(requestID).List() {
		content, ok := files[path]
		if !ok {
			return ""
		}
		artifacts = append(artifacts, Artifact{Path: path, SHA256: document.Digest([]byte(content))})
	}
	return ContentHash(artifacts)
}

// consistency checks the files of a bundle.
type consistency struct {
	files     map[string]string
	paths     Paths
	requestID string
	// recorded are the artifacts with their expected hashes.
	recorded []Artifact
	mismatches
}

// checkSubjects compares the files with the digests of the attestation.
func (c *consistency) checkSubjects(attested Attested, unreadable error) {
	for _, path := range c.paths.List() {
		content, ok := c.files[path]
		sum := document.Digest([]byte(content))
		recorded := sum
		switch want, named := attested.SHA256[path]; {
		case !ok:
			c.add(path, "is missing")
			recorded = want
		case path == c.paths.Attestation && unreadable != nil:
			c.add(path, "is no readable attestation")
		case path == c.paths.Attestation, unreadable != nil:
		case !named:
			c.add(path, "is not among what the attestation names")
		case want != sum:
			c.add(path, "does not have the SHA-256 that the attestation gives it")
			recorded = want
		}
		c.recorded = append(c.recorded, Artifact{Path: path, SHA256: recorded})
	}
	if n := len(attested.SHA256); unreadable == nil && n != len(c.recorded)-1 {
		c.add(c.paths.Attestation, "names %d files instead of %d", n, len(c.recorded)-1)
	}
}

// checkMarker compares each byte of the safety marker with the marker of the artifacts in the attestation. If the
// content hashes differ, the marker or the attestation may have changed.
func (c *consistency) checkMarker() {
	content, ok := c.files[MarkerPath]
	if !ok {
		c.add(MarkerPath, "is missing")
		return
	}
	hash := ContentHash(c.recorded)
	want, err := marker(Proposal{ProposalID: IDOf(hash), RequestID: c.requestID, ContentHash: hash})
	if err == nil && want.Content == content {
		return
	}
	var m safetyMarker
	switch err := json.Unmarshal([]byte(content), &m); {
	case err != nil || m.Schema != MarkerSchema:
		c.add(MarkerPath, "is no readable safety marker")
	case m.ContentHash != hash:
		c.add(MarkerPath, "does not have the content hash of the files: it or the attestation was changed")
	default:
		c.add(MarkerPath, "is not the safety marker of this proposal")
	}
}

// checkEvidence compares the facts that several files contain.
func (c *consistency) checkEvidence(attested Attested) {
	fingerprint := ""
	if r, err := readRequest(c.files[c.paths.Request]); err == nil {
		fingerprint = r.Identify().Fingerprint
		if id := r.Identify().RequestID; id != c.requestID {
			c.add(c.paths.Request, "holds another request than its name says: it is %s", id)
		}
	}
	var decision struct { // a part of [PolicyDecision]: the rules are long
		namedInEvidence
		Decision  request.Decision `json:"decision"`
		Profile   string           `json:"profile_digest"`
		PolicySet string           `json:"policy_set_digest"`
	}
	var inventory namedInEvidence // a part of [Inventory]: the resources are long
	if c.read(c.paths.Decision, &decision) {
		c.same(c.paths.Decision, "the profile", decision.Profile, attested.ProfileDigest)
		c.same(c.paths.Decision, "the policy set", decision.PolicySet, attested.PolicySetDigest)
		c.same(c.paths.Decision, "the adapter", decision.Provider, attested.Adapter)
		c.same(c.paths.Decision, "the request", decision.RequestID, c.requestID)
		c.isOf(c.paths.Decision, decision.Fingerprint, fingerprint)
		if decision.Decision != request.Accepted {
			c.add(c.paths.Decision, "does not hold that the request is accepted")
		}
	}
	if c.read(c.paths.Inventory, &inventory) {
		c.same(c.paths.Inventory, "the adapter", inventory.Provider, attested.Adapter)
		c.same(c.paths.Inventory, "the request", inventory.RequestID, c.requestID)
		c.isOf(c.paths.Inventory, inventory.Fingerprint, fingerprint)
	}
}

// namedInEvidence are the names that the decision and the inventory have.
type namedInEvidence struct {
	RequestID   string `json:"request_id"`
	Fingerprint string `json:"fingerprint"`
	Provider    string `json:"provider"`
}

// read reads evidence without a mismatch. It returns false if it cannot.
func (c *consistency) read(path string, into any) bool {
	if slices.ContainsFunc(c.mismatches, func(m Mismatch) bool { return m.Where == path }) {
		return false
	}
	if json.Unmarshal([]byte(c.files[path]), into) != nil {
		c.add(path, "is no readable evidence")
		return false
	}
	return true
}

func (c *consistency) same(path, what, recorded, attested string) {
	if recorded != attested {
		c.add(path, "names another value for %s than the rest", what)
	}
}

// isOf compares the fingerprint of evidence with the fingerprint of the request, if it is known.
func (c *consistency) isOf(path, recorded, fingerprint string) {
	if fingerprint != "" {
		c.same(path, "the fingerprint", recorded, fingerprint)
	}
}
