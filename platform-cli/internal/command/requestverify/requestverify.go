// Package requestverify is the command `platform request verify`.
package requestverify

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/bundle"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type options struct {
	inv     *host.Invocation
	profile string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "verify BUNDLE --profile PROFILE",
		Short: "Derive a proposal again from its request and compare every byte",
		Long: `Derive a proposal again from the request that it records, and compare every
byte. BUNDLE is a folder that request propose wrote, or a saved proposal
document. Any difference is exit code 1, and the first one is named with its
line. Links, further folders, and files that are executable or that everybody
may write are differences too; who may read them is not.

Where expiry rules use the current day, a proposal whose expiry date has passed
cannot be derived any more; pin policy_date in the profile to any day on which
the request was accepted, such as 30 days before its expiry date. The same holds
for one that was accepted with an exception which has ended since.`,
		Example: `  platform request verify bundle --profile profile.json
  platform request verify proposal.json --profile profile.json`,
		Args: usage.Exactly("BUNDLE"),
	}
	usage.ProfileFlag(c, &o.profile, usage.ProfileUsage)
	return inv.Runs(c, o.run)
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

func (o *options) run(ctx context.Context, args []string) (result.Result, error) {
	claim, err := o.read(args[0])
	if err != nil {
		return result.Result{}, err
	}
	derived, err := o.derive(ctx, claim)
	if err != nil {
		return result.Result{}, err
	}
	found, err := claim.differences(derived)
	if err != nil {
		return result.Result{}, err
	}
	if len(found) > 0 {
		return result.Result{}, bundle.Altered(args[0], found)
	}
	v := verification{
		Schema: "platform.proposal-verification/v1", Verified: true, Bundle: args[0],
		RequestID: derived.RequestID, ProposalID: derived.ProposalID, ContentHash: derived.ContentHash,
		Files: len(derived.Files()),
	}
	return result.Encoded(v, problem.ExitDone, fmt.Sprintf("verified: %s, all %d files as derived from the request", v.ProposalID, v.Files))
}

// claim is what is to be verified.
type claim struct {
	name  string
	files map[string]string
	// folder is the bundle's folder; nil for a saved proposal.
	folder *bundle.Folder
	// saved is the saved proposal; nil for a folder.
	saved *proposal.Proposal
}

func (o *options) read(path string) (claim, error) {
	if input.IsFolder(path) {
		folder, err := bundle.Read(path)
		return claim{name: path, files: folder.Files, folder: &folder}, err
	}
	p, err := bundle.ReadSaved(o.inv.Input, path)
	if err != nil {
		return claim{}, err
	}
	c := claim{name: path, files: map[string]string{}, saved: &p}
	for _, file := range p.Files() {
		c.files[file.Path] = file.Content
	}
	return c, nil
}

// derive makes the proposal of the recorded request.
func (o *options) derive(ctx context.Context, c claim) (proposal.Proposal, error) {
	req, err := c.recorded()
	if err != nil {
		return proposal.Proposal{}, err
	}
	s, err := o.inv.Session(ctx, o.profile)
	if err != nil {
		return proposal.Proposal{}, err
	}
	defer s.Close()
	record, err := s.Preview(ctx, req)
	if err != nil {
		return proposal.Proposal{}, err
	}
	if record.Decision == request.Denied {
		return proposal.Proposal{}, c.deniedNow(record.Record, s.Installed.Profile)
	}
	derived, err := s.Derive(ctx, record)
	if err != nil {
		return proposal.Proposal{}, err
	}
	return derived.Proposal, nil
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
		return req, bundle.Altered(c.name, []proposal.Difference{{Where: path, Message: "holds another request than its name says: it is " + id}})
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
			"%s is not a proposal bundle: it records %s in %s instead of one.", input.Name(c.name), terminal.Count(len(found), "request"), folder)
	}
	return found[0], nil
}

// differences compares the files, and for a saved document the rest of it too.
func (c claim) differences(derived proposal.Proposal) ([]proposal.Difference, error) {
	if c.saved != nil {
		return proposal.CompareSaved(derived, *c.saved)
	}
	return append(proposal.Compare(derived, c.files), c.folder.Unusual(derived.RequestID)...), nil
}
