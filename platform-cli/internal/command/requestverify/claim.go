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
)

// Claim is a kept proposal to verify. [ClaimFiles], [ClaimFolder] and [ClaimSaved] return one.
type Claim struct {
	name      string
	requestID string
	files     map[string]string
	// unusual are the unusual entries of a folder, such as links.
	unusual []proposal.Mismatch
	// saved is the saved proposal, or nil for files.
	saved *proposal.Proposal
	// edited are changes of a saved proposal that no member shows.
	edited []proposal.Mismatch
}

// maxFiles bounds the files of a claim, far above the number in a proposal.
const maxFiles = 200

// ClaimFiles returns a [Claim] for the files of a bundle by their paths in it. Output uses name for
// the bundle. The error is a [*problem.Problem] with the code [problem.ProposalRejected].
func ClaimFiles(name string, files map[string]string) (Claim, error) {
	c := Claim{name: name, files: files}
	if len(files) > maxFiles {
		return c, problem.New(problem.ProposalRejected,
			"%s has %d files, so it is no proposal bundle: that has 8.", name, len(files))
	}
	id, err := c.findRequest()
	c.requestID = id
	return c, err
}

// ClaimFolder returns a [Claim] for the folder of a bundle. It fails as [ClaimFiles] does.
func ClaimFolder(name string, folder fileio.Bundle) (Claim, error) {
	c, err := ClaimFiles(name, folder.Files)
	c.unusual = folder.Unusual(c.requestID)
	return c, err
}

// ClaimSaved returns a [Claim] for the text of a saved proposal. It fails as [ClaimFiles] does.
func ClaimSaved(name string, data []byte) (Claim, error) {
	p, err := proposal.Decode(data)
	c := Claim{name: name, files: map[string]string{}, saved: &p, requestID: p.RequestID}
	if err != nil {
		if fileio.IsRequest(fileio.SourceOf(name, data)) {
			return c, problem.New(problem.ProposalRejected, "%s is a request, not a proposal; `platform request propose` makes its proposal.", name)
		}
		refused := *problem.From(err)
		if refused.Code != problem.ProposalAltered {
			refused.Detail = name + ": " + refused.Detail + brokenAt(data)
			return c, &refused
		}
		c.edited = []proposal.Mismatch{{Where: "document",
			Message: "has a field that the platform did not write, or the same field twice"}}
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

// brokenAt returns a sentence with the place of the first JSON error.
func brokenAt(data []byte) string {
	var v any
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(data, &v), &syntax) || syntax.Offset < 1 {
		return ""
	}
	before := string(data[:syntax.Offset-1])
	return fmt.Sprintf(" It is not valid JSON at line %d, column %d.", 1+strings.Count(before, "\n"),
		len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))+1)
}

// findRequest returns the request ID of the files. It is the name of the only recorded request, or
// the ID in the safety marker. It fails if neither exists.
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
		c.name, request.Count(len(found), "request"), folder)
}

// inconsistent returns the parts of the claim that do not match the other parts.
func (c Claim) inconsistent() []proposal.Mismatch {
	found := slices.Concat(proposal.Inconsistent(c.files, c.requestID), c.unusual, c.edited)
	if len(found) == 0 && c.saved != nil {
		return proposal.Check(*c.saved)
	}
	return found
}

// compare returns the differences between the claim and a derived proposal.
func (c Claim) compare(derived proposal.Proposal) []proposal.Mismatch {
	found := slices.Concat(proposal.Compare(derived, c.files), c.unusual)
	if c.saved != nil {
		found = slices.Concat(found, proposal.CompareSaved(derived, *c.saved), c.edited)
	}
	return found
}

// isOf reports whether the claim was made from the derived proposal and changed later. It needs the
// same content hash or the same attestation. If the two do not match each other, the other six
// files decide.
func (c Claim) isOf(derived proposal.Proposal, consistent bool) bool {
	if c.files[proposal.MarkerPath] == derived.SafetyMarker.Content {
		return true
	}
	last := len(derived.Artifacts) - 1 // the attestation
	if attestation := derived.Artifacts[last]; c.files[attestation.Path] == attestation.Content {
		return true
	}
	return !consistent && !slices.ContainsFunc(derived.Artifacts[:last],
		func(a proposal.Artifact) bool { return c.files[a.Path] != a.Content })
}

func (c Claim) attestation() string { return c.files[proposal.PathsOf(c.requestID).Attestation] }
