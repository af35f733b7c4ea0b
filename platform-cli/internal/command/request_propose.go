package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/bundle"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

type requestPropose struct {
	app     *app
	profile string
	output  string
	force   bool
}

func newRequestPropose(a *app) *cobra.Command {
	o := &requestPropose{app: a}
	c := &cobra.Command{
		Use:   "propose REQUEST --profile PROFILE [--output BUNDLE]",
		Short: "Print the review proposal of an accepted request, and write it with --output",
		Long: `Print the full proposal of an accepted request (JSON or YAML; - for standard
input): the bytes that the API returns for the same profile and request. With
--output the seven artifacts and the safety marker are also written to a folder,
whole or not at all. --force replaces an existing folder only when it is a
proposal bundle and holds nothing else. No pull request is opened and nothing is
executed.`,
		Example: `  platform request propose request.yaml --profile profile.json
  platform request propose request.yaml --profile profile.json --output bundle`,
		Args:              exactly("REQUEST"),
		ValidArgsFunction: documentArguments,
	}
	profileFlag(c, &o.profile, profileUsage)
	outputFlags(c, &o.output, &o.force, "also write the bundle to `FOLDER`")
	must(c.MarkFlagDirname("output"))
	return a.runs(c, o.run)
}

func (o *requestPropose) run(ctx context.Context, args []string) (Result, error) {
	if o.output != "" {
		if err := bundle.Check(o.output, o.force); err != nil {
			return Result{}, err
		}
	}
	s, e, err := o.app.evaluateOne(ctx, o.profile, args[0])
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	p, err := s.Derive(ctx, e.record)
	if e.record.Decision == request.Denied {
		result := Refusal(err)
		result.Notes = append(result.Notes, decisionLines(e)...)
		return result, nil
	}
	if err != nil {
		return Result{}, err
	}
	return o.deliver(p)
}

func (o *requestPropose) deliver(p *service.Proposal) (Result, error) {
	note := fmt.Sprintf("%s: %s, content %s", p.Status, p.ProposalID, p.ContentHash)
	result := Result{JSON: p.JSON, Exit: problem.ExitDone, Notes: []string{note}}
	if o.output == "" {
		return result, nil
	}
	result.Notes = append(result.Notes, fmt.Sprintf("wrote %d files to %s", len(p.Files()), o.output))
	return result, bundle.Write(o.output, p.Proposal, o.force)
}
