package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/bundle"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type requestVerify struct {
	app     *app
	profile string
}

func newRequestVerify(a *app) *cobra.Command {
	o := &requestVerify{app: a}
	c := &cobra.Command{
		Use:   "verify BUNDLE --profile PROFILE",
		Short: "Derive a proposal again from its recorded request and compare every byte",
		Long: `Derive a proposal again from the request that it records, and compare every byte.
BUNDLE is a folder that request propose wrote, or a saved proposal document. Any
difference is exit code 1, and the first one is named with its line.

Where expiry rules use the current day, a proposal whose expiry date has passed
cannot be derived any more; pin policy_date in the profile to any day on which
the request was accepted, such as 30 days before its expiry date.`,
		Example: `  platform request verify bundle --profile profile.json
  platform request verify proposal.json --profile profile.json`,
		Args: exactly("BUNDLE"),
	}
	profileFlag(c, &o.profile, profileUsage)
	return a.runs(c, o.run)
}

// verification is the document of `request verify`.
type verification struct {
	Schema      string `json:"schema"`
	Verified    bool   `json:"verified"`
	Bundle      string `json:"bundle"`
	RequestID   string `json:"request_id"`
	ProposalID  string `json:"proposal_id"`
	ContentHash string `json:"content_hash"`
	Files       int    `json:"files"`
}

func (o *requestVerify) run(ctx context.Context, args []string) (Result, error) {
	claim, err := o.read(args[0])
	if err != nil {
		return Result{}, err
	}
	derived, err := o.derive(ctx, claim)
	if err != nil {
		return Result{}, err
	}
	found, err := claim.differences(derived)
	if err != nil {
		return Result{}, err
	}
	if len(found) > 0 {
		return Result{}, altered(args[0], found)
	}
	v := verification{
		Schema: "platform.proposal-verification/v1", Verified: true, Bundle: args[0],
		RequestID: derived.RequestID, ProposalID: derived.ProposalID, ContentHash: derived.ContentHash,
		Files: len(derived.Files()),
	}
	return encoded(v, problem.ExitDone, fmt.Sprintf("verified: %s, all %d files as derived from the request", v.ProposalID, v.Files))
}

// claim is what is to be verified.
type claim struct {
	name  string
	files map[string]string
	// odd are paths that are no plain files.
	odd []string
	// document is the saved proposal; nil for a folder.
	document *proposal.Proposal
}

func (o *requestVerify) read(path string) (claim, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		folder, err := bundle.Read(path)
		return claim{name: path, files: folder.Files, odd: folder.Odd}, err
	}
	p, err := o.app.savedProposal(path)
	if err != nil {
		return claim{}, err
	}
	c := claim{name: path, files: map[string]string{}, document: &p}
	for _, file := range p.Files() {
		c.files[file.Path] = file.Content
	}
	return c, nil
}

// derive makes the proposal of the recorded request.
func (o *requestVerify) derive(ctx context.Context, c claim) (proposal.Proposal, error) {
	req, err := c.recorded()
	if err != nil {
		return proposal.Proposal{}, err
	}
	s, err := o.app.session(ctx, o.profile)
	if err != nil {
		return proposal.Proposal{}, err
	}
	defer s.close()
	record, err := s.Preview(ctx, req)
	if err != nil {
		return proposal.Proposal{}, err
	}
	if record.Decision == request.Denied {
		return proposal.Proposal{}, deniedNow(record.Record)
	}
	derived, err := s.Derive(ctx, record)
	if err != nil {
		return proposal.Proposal{}, err
	}
	return derived.Proposal, nil
}

// deniedNow says that there is no proposal to compare with.
func deniedNow(r request.Record) error {
	v := r.Violations[0]
	return problem.New(problem.RequestNotAccepted,
		"With this profile and on %s, policy denies the recorded request (%s: %s), so there is no proposal to compare with. Verify with the profile of the proposal; where a date has passed, pin policy_date to a day on which the request was accepted, such as 30 days before its expiry date.",
		r.EvaluatedOn, v.Field, v.Message)
}

// recorded returns the request that the bundle records.
func (c claim) recorded() (request.Request, error) {
	path, err := c.recordPath()
	if err != nil {
		return request.Request{}, err
	}
	req, err := request.Parse(document.Source{Name: path, Format: document.YAML, Data: []byte(c.files[path])})
	if err != nil {
		p := *problem.From(input.In(path, err))
		p.Code, p.Detail = problem.ProposalAltered, fmt.Sprintf("%s: the recorded request %s is no request any more.", input.Name(c.name), path)
		return req, &p
	}
	if id := req.Identify().RequestID; path != request.RecordPath(id) {
		return req, altered(c.name, []proposal.Difference{{Where: path, Message: "holds another request than its name says: it is " + id}})
	}
	return req, nil
}

// recordPath finds the one recorded request.
func (c claim) recordPath() (string, error) {
	folder := strings.TrimSuffix(request.RecordPath(""), ".yaml")
	var found []string
	for path := range c.files {
		if strings.HasPrefix(path, folder) {
			found = append(found, path)
		}
	}
	if len(found) != 1 {
		return "", problem.New(problem.ProposalRejected,
			"%s is not a proposal bundle: it records %s in %s instead of one.", input.Name(c.name), count(len(found), "request"), folder)
	}
	return found[0], nil
}

// differences compares the files, and for a saved document the rest of it too.
func (c claim) differences(derived proposal.Proposal) ([]proposal.Difference, error) {
	found := proposal.Compare(derived, c.files)
	for _, path := range c.odd {
		found = append(found, proposal.Difference{Where: path, Message: "is not a plain file"})
	}
	if c.document == nil || len(found) > 0 {
		return found, nil
	}
	want, err := document.Encode(derived)
	if err != nil {
		return nil, err
	}
	got, err := document.Encode(*c.document)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(want, got) {
		found = append(found, firstLine(want, got))
	}
	return found, nil
}

// firstLine names the first line in which two encoded proposals differ.
func firstLine(want, got []byte) proposal.Difference {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return proposal.Difference{
				Where:   "proposal",
				Message: fmt.Sprintf("has %q where the request gives %q", strings.TrimSpace(b[i]), strings.TrimSpace(a[i])),
			}
		}
	}
	return proposal.Difference{Where: "proposal", Message: "has another length than the request gives"}
}
