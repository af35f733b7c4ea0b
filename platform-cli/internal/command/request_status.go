package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type requestStatus struct {
	app     *app
	profile string
}

func newRequestStatus(a *app) *cobra.Command {
	o := &requestStatus{app: a}
	c := &cobra.Command{
		Use:   "status REQUEST_OR_PROPOSAL_ID_OR_FILE [--profile PROFILE]",
		Short: "Show a saved proposal, a request document, or what an ID names",
		Long: `Show the status of what is named:

  a file with a saved proposal   the proposal, after every hash, ID and fixed
                                 part of it was derived again; one that was
                                 edited by hand is refused with exit code 1
  a request document, with       its record, as request validate prints it
  --profile
  a request or proposal ID       the record or proposal of the same service
                                 process; a command line of its own has none,
                                 because the platform keeps state in memory

A file whose name looks like an ID can be named with its folder (./req-...).`,
		Example: `  platform request status proposal.json
  platform request status request.yaml --profile profile.json`,
		Args:              exactly("REQUEST_OR_PROPOSAL_ID_OR_FILE"),
		ValidArgsFunction: documentArguments,
	}
	profileFlag(c, &o.profile, "evaluate a request document with this installation `PROFILE`")
	return a.runs(c, o.run)
}

func (o *requestStatus) run(ctx context.Context, args []string) (Result, error) {
	what := args[0]
	switch {
	case request.IsRequestID(what):
		return o.record(what)
	case proposal.IsID(what):
		return o.proposal(what)
	case o.profile != "":
		return o.evaluate(ctx, what)
	default:
		return o.saved(what)
	}
}

func (o *requestStatus) evaluate(ctx context.Context, file string) (Result, error) {
	s, e, err := o.app.evaluateOne(ctx, o.profile, file)
	switch {
	case err != nil && o.isProposal(file):
		return o.saved(file)
	case err != nil:
		return Result{}, err
	}
	defer s.close()
	return outcome{evaluated: e}.alone()
}

// isProposal reports whether a file holds a saved proposal, as made or not.
func (o *requestStatus) isProposal(file string) bool {
	if file == input.Stdin {
		return false // it was read once, and cannot be read again
	}
	data, err := o.app.input.Read(file, input.MaxProposal)
	if err != nil {
		return false
	}
	_, err = proposal.Decode(data)
	return err == nil || problem.From(err).Code == problem.ProposalAltered
}

func (o *requestStatus) record(id string) (Result, error) {
	if o.app.Service == nil {
		return Result{}, otherProcess(problem.RequestNotFound, id)
	}
	r, err := o.app.Service.Record(id)
	if err != nil {
		return Result{}, err
	}
	exit := evaluated{record: r}.exit()
	return Result{JSON: r.JSON, Exit: exit, Notes: []string{fmt.Sprintf("%s: %s", r.Decision, r.RequestID)}}, nil
}

func (o *requestStatus) proposal(id string) (Result, error) {
	if o.app.Service == nil {
		return Result{}, otherProcess(problem.ProposalNotFound, id)
	}
	p, err := o.app.Service.Proposal(id)
	if err != nil {
		return Result{}, err
	}
	return Result{JSON: p.JSON, Exit: problem.ExitDone, Notes: []string{proposalLine(p.Proposal)}}, nil
}

func otherProcess(code problem.Code, id string) error {
	return problem.New(code, "This process holds no %s: the platform keeps requests and proposals in memory, and each command is a process of its own. Name a file instead, or ask the API of the server that made it.", id)
}

func (o *requestStatus) saved(file string) (Result, error) {
	p, err := o.app.savedProposal(file)
	if err != nil {
		return Result{}, err
	}
	return encoded(p, problem.ExitDone, proposalLine(p)+"; it is as it was made, and nothing was executed")
}

// savedProposal reads a proposal document that agrees with its own hashes.
func (a *app) savedProposal(file string) (proposal.Proposal, error) {
	data, err := a.input.Read(file, input.MaxProposal)
	if err != nil {
		return proposal.Proposal{}, err
	}
	p, err := proposal.Decode(data)
	if err != nil {
		return p, noProposal(file, data, err)
	}
	if found := proposal.Check(p); len(found) > 0 {
		return p, altered(file, found)
	}
	return p, nil
}

// noProposal names the file, and the way to show a request document.
func noProposal(file string, data []byte, err error) error {
	p := *problem.From(err)
	p.Detail = input.Name(file) + ": " + p.Detail
	if _, notRequest := request.Parse(input.SourceOf(file, data)); notRequest == nil {
		p.Detail = input.Name(file) + " is a request document. Add --profile to evaluate it."
	}
	return &p
}

func proposalLine(p proposal.Proposal) string {
	return fmt.Sprintf("%s: %s of %s", p.Status, p.ProposalID, p.RequestID)
}

// FaultDiffers is the code of a fault that names a difference.
const FaultDiffers problem.FaultCode = "differs"

// altered is the refusal of a proposal that is not as it was made. The first
// difference is in the sentence, all of them are in the faults.
func altered(file string, found []proposal.Difference) error {
	p := problem.New(problem.ProposalAltered, "%s is not as the platform made it: %s %s.", input.Name(file), found[0].Where, found[0].Message)
	for _, d := range found {
		p.Faults = append(p.Faults, problem.Fault{Field: d.Where, Code: FaultDiffers, Message: d.Message})
	}
	return p
}
