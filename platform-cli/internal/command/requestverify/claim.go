package requestverify

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// Claim is what is to be verified: a proposal, as somebody kept it.
type Claim struct {
	name      string
	requestID string
	files     map[string]string
	// unusual is what a folder has besides contents.
	unusual []proposal.Mismatch
	// saved is the saved proposal; nil for files.
	saved *proposal.Proposal
	// edited is what a saved proposal has that no member of it shows.
	edited []proposal.Mismatch
}

// maxFiles bounds the files of a claim, far above those of a proposal.
const maxFiles = 200

// ClaimFiles returns the claim that the files are a bundle, by their paths in it. name is
// what a person calls it. The error is a *problem.Problem with code proposal_rejected.
func ClaimFiles(name string, files map[string]string) (Claim, error) {
	c := Claim{name: name, files: files}
	if len(files) > maxFiles {
		return c, problem.New(problem.ProposalRejected, "%s has %d files, so it is no proposal bundle: that has 8.", name, len(files))
	}
	id, err := c.findRequest()
	c.requestID = id
	return c, err
}

// ClaimFolder returns the claim that a folder is a bundle; see ClaimFiles.
func ClaimFolder(name string, folder fileio.Bundle) (Claim, error) {
	c, err := ClaimFiles(name, folder.Files)
	c.unusual = folder.Unusual(c.requestID)
	return c, err
}

// ClaimSaved returns the claim that a text is a saved proposal; see ClaimFiles.
func ClaimSaved(name string, data []byte) (Claim, error) {
	p, err := proposal.Decode(data)
	c := Claim{name: name, files: map[string]string{}, saved: &p, requestID: p.RequestID}
	if err != nil {
		refused := *problem.From(err)
		if refused.Code != problem.ProposalAltered {
			refused.Detail = name + ": " + refused.Detail + brokenAt(data)
			return c, &refused
		}
		c.edited = []proposal.Mismatch{{Where: "document", Message: "has a field that the platform did not write, or the same field twice"}}
	}
	for _, file := range p.Files() {
		c.files[file.Path] = file.Content
	}
	if id, err := c.findRequest(); err == nil {
		c.requestID = id
	}
	if !request.IsRequestID(c.requestID) {
		return c, problem.New(problem.ProposalRejected, "%s is not a saved proposal: it names no request.", name)
	}
	return c, nil
}

// brokenAt says where JSON ends to be JSON.
func brokenAt(data []byte) string {
	var v any
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(data, &v), &syntax) || syntax.Offset < 1 {
		return ""
	}
	before := string(data[:syntax.Offset-1])
	return fmt.Sprintf(" It is not valid JSON at line %d, column %d.", 1+strings.Count(before, "\n"), len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))+1)
}

// findRequest returns the ID of the request that the files are of: the name of the one
// recorded request, or else what the safety marker has.
func (c Claim) findRequest() (string, error) {
	folder := path.Dir(request.RecordPath(""))
	var found []string
	for at := range c.files {
		if id := strings.TrimSuffix(path.Base(at), ".yaml"); path.Dir(at) == folder && request.IsRequestID(id) {
			found = append(found, id)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var marker struct {
		RequestID string `json:"request_id"`
	}
	if json.Unmarshal([]byte(c.files[proposal.MarkerPath]), &marker) == nil && request.IsRequestID(marker.RequestID) {
		return marker.RequestID, nil
	}
	return "", problem.New(problem.ProposalRejected, "%s is not a proposal bundle: it records %s in %s/ instead of one.",
		c.name, terminal.Count(len(found), "request"), folder)
}

// inconsistent returns what does not agree with the rest of the claim.
func (c Claim) inconsistent() []proposal.Mismatch {
	found := slices.Concat(proposal.Inconsistent(c.files, c.requestID), c.unusual, c.edited)
	if len(found) == 0 && c.saved != nil {
		return proposal.Check(*c.saved)
	}
	return found
}

// compare returns where the claim differs from a proposal that was derived anew.
func (c Claim) compare(derived proposal.Proposal) []proposal.Mismatch {
	found := slices.Concat(proposal.Compare(derived, c.files), c.unusual)
	if c.saved != nil {
		found = slices.Concat(found, proposal.CompareSaved(derived, *c.saved), c.edited)
	}
	return found
}

// isOf reports whether the claim was made from the derived proposal, whatever was changed
// since: it has its content hash or its attestation; or the other six files, where these
// two are not of each other.
func (c Claim) isOf(derived proposal.Proposal, consistent bool) bool {
	if c.files[proposal.MarkerPath] == derived.SafetyMarker.Content {
		return true
	}
	last := len(derived.Artifacts) - 1 // the attestation
	if attestation := derived.Artifacts[last]; c.files[attestation.Path] == attestation.Content {
		return true
	}
	return !consistent && !slices.ContainsFunc(derived.Artifacts[:last], func(a proposal.Artifact) bool { return c.files[a.Path] != a.Content })
}

func (c Claim) attestation() string { return c.files[proposal.PathsOf(c.requestID).Attestation] }
