package requestverify

import (
	"context"
	"slices"
	"strconv"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// repositorySchema is the schema of an encoded [Repository].
const repositorySchema = "platform.repository-verification/v1"

// Repository is the document of `request verify --repo`. Its lists are never null.
type Repository struct {
	Schema string `json:"schema"`
	// Outcome is the worst outcome of all environments. It is [Altered] if the tree has findings.
	Outcome      string             `json:"outcome"`
	Environments []Environment      `json:"environments"`
	Findings     []handover.Finding `json:"findings"`
}

// Environment is the result for one live folder.
type Environment struct {
	Path       string `json:"path"`
	StateKey   string `json:"state_key"`
	RequestID  string `json:"request_id"`
	ProposalID string `json:"proposal_id"`
	Outcome    string `json:"outcome"`
	// Reason is a clause that says why the outcome is [MadeWithAnother] or [NoLongerAccepted].
	Reason   string             `json:"reason,omitempty"`
	Findings []handover.Finding `json:"findings"`
}

// severity lists the outcomes, the worst first.
var severity = []string{Altered, MadeWithAnother, NoLongerAccepted, Verified}

func worse(a, b string) string {
	return severity[min(slices.Index(severity, a), slices.Index(severity, b))]
}

// expected are the flags that limit the verification of a repository.
type expected struct {
	request, proposal, stateKey string
}

func (o *options) verifyRepository(ctx context.Context, inv *host.Invocation, on request.Date) (*host.Result, error) {
	tree, err := fileio.ReadTree(o.repo, handover.Identifies)
	if err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	read := handover.Read(tree.Tree, s.Installed.Profile.Provider)
	if len(read.Environments)+len(read.Findings)+len(tree.Unusual) == 0 {
		return nil, problem.New(problem.ProposalRejected,
			"%s has no environment: the folder %s has no file.", o.repo, handover.Folder)
	}
	answer := Repository{Schema: repositorySchema, Outcome: Verified, Environments: []Environment{},
		Findings: []handover.Finding{}}
	type result struct {
		Environment
		err error
	}
	unusual := map[string][]handover.Finding{} // by live folder; "" for the rest of the tree
	for _, f := range tree.Unusual {
		folder := read.Folder(f.Path)
		unusual[folder] = append(unusual[folder], f)
	}
	var failed error
	fileio.Each(read.Environments, func(e handover.Environment) (r result) {
		if e.Files, r.err = tree.Contents(e); r.err == nil {
			r.Environment, r.err = o.environment(ctx, s, e, unusual[e.Path], on)
		}
		return r
	}, func(r result) {
		answer.Environments = append(answer.Environments, r.Environment)
		answer.Outcome = worse(answer.Outcome, r.Outcome)
		if failed == nil {
			failed = r.err
		}
	})
	if failed != nil {
		return nil, failed
	}
	answer.Findings = handover.Sorted(append(append(answer.Findings, read.Findings...), unusual[""]...))
	exit, err := o.judge(&answer)
	if err != nil {
		return nil, err
	}
	lines := prose.Lines("repository", answer)
	return inv.Answer(answer, exit, lines, lines)
}

// ofTree are the problems of a live folder that count for every state key.
var ofTree = []handover.Problem{
	handover.ForeignFile, handover.NotAFile, handover.SecondFolder, handover.OtherInstallation,
}

// judge returns the exit code. If a state key is named, only its environment counts, and the findings
// of the whole tree. It fails if there is no such environment.
func (o *options) judge(answer *Repository) (exit int, err error) {
	outcome := answer.Outcome
	if key := o.expected.stateKey; key != "" {
		at := slices.IndexFunc(answer.Environments, func(e Environment) bool { return e.StateKey == key })
		if at < 0 {
			return 0, problem.New(problem.ProposalRejected,
				"%s has no environment with the state key %s.", o.repo, problem.Excerpt(key, 200))
		}
		outcome = answer.Environments[at].Outcome
		for _, e := range answer.Environments {
			if slices.ContainsFunc(e.Findings, func(f handover.Finding) bool { return slices.Contains(ofTree, f.Problem) }) {
				outcome = Altered
			}
		}
	}
	if len(answer.Findings) > 0 {
		answer.Outcome, outcome = Altered, Altered
	}
	if outcome != Verified {
		return problem.ExitDenied, nil
	}
	return problem.ExitDone, nil
}

// environment verifies one live folder. It fails if the adapter fails.
func (o *options) environment(
	ctx context.Context, s *host.Session, e handover.Environment, unusual []handover.Finding, on request.Date,
) (Environment, error) {
	out := Environment{Path: e.Path, StateKey: e.StateKey, RequestID: e.RequestID, ProposalID: e.ProposalID,
		Outcome: Altered, Findings: append([]handover.Finding{}, unusual...)}
	if key := o.expected.stateKey; key == "" || key == e.StateKey {
		out.expect(e.RequestID, o.expected.request, handover.OtherRequest)
		out.expect(e.ProposalID, o.expected.proposal, handover.OtherProposal)
	}
	var differs []handover.Finding
	if len(e.Findings)+len(out.Findings) == 0 {
		answer, err := Verify(ctx, s, Claim{name: e.Path, requestID: e.RequestID, files: e.Files}, on)
		if out.Outcome = answer.Outcome; err != nil || out.Outcome != Altered {
			out.Reason = answer.reason()
			return out, err
		}
		for _, m := range answer.Altered {
			differs = append(differs,
				handover.Finding{Path: e.InTree(m.Where), Problem: handover.AlteredFile, Detail: altered(m)})
		}
	}
	marker := e.InTree(proposal.MarkerPath)
	e.Check()
	if slices.ContainsFunc(e.Findings, func(f handover.Finding) bool { return f.Path != marker }) {
		differs = nil // the findings say more than the differences that follow from them
	}
	out.Findings = handover.Sorted(slices.Concat(e.Findings, out.Findings, differs))
	return out, nil
}

// expect adds a finding if an ID is not the expected one. An empty want expects nothing.
func (e *Environment) expect(is, want string, what handover.Problem) {
	if want != "" && is != want {
		e.Findings = append(e.Findings,
			handover.Finding{Path: e.Path, Problem: what, Detail: "is of " + is + ", not of " + want})
	}
}

// altered describes how a file differs from the derived one.
func altered(m proposal.Mismatch) string {
	if m.Line == 0 {
		return m.Message
	}
	return "differs from the derived file at line " + strconv.Itoa(m.Line) + ", column " + strconv.Itoa(m.Column)
}
