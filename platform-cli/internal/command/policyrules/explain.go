package policyrules

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// NewExplain returns the command `platform policy explain`.
func NewExplain(inv *host.Invocation) *cobra.Command {
	c := inv.Command("policy explain", run)
	inv.TakesProfile(c)
	c.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) (ids []string, _ cobra.ShellCompDirective) {
		if set, err := builtin(c.Context()); err == nil && len(args) == 0 {
			for _, r := range set.Rules() {
				ids = append(ids, r.ID)
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

func run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	e, err := explain(ctx, inv, args[0])
	if err != nil {
		return nil, err
	}
	return inv.Answer(e, problem.ExitDone, prose.Lines("explanation", e), prose.Lines("explanation in short", e))
}

func explain(ctx context.Context, inv *host.Invocation, id string) (*explanation, error) {
	if inv.Profile == "" {
		set, err := builtin(ctx)
		if err != nil {
			return nil, err
		}
		return newExplanation(id, set.Rules(), set.Compiled(), policy.Input{},
			"built into the platform; --profile adds those of the provider and of the organisation")
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	return inForce(ctx, s, id)
}

// Explain returns the document of the command for a rule in force. It fails if there is no such
// rule.
func Explain(ctx context.Context, s *host.Session, id string) (any, error) {
	return inForce(ctx, s, id)
}

func inForce(ctx context.Context, s *host.Session, id string) (*explanation, error) {
	in, err := s.Explorable(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.Policies(ctx)
	if err != nil {
		return nil, err
	}
	e, err := newExplanation(id, list.Items, in.Compiled, policy.Input{Profile: in.Profile, Date: in.Date},
		"in force in this installation")
	if err != nil {
		return nil, err
	}
	for _, x := range list.Exceptions {
		if x.Policy == id {
			e.Exceptions = append(e.Exceptions, x)
		}
	}
	for _, r := range in.Adapter.Rules {
		if r.ID == id {
			e.Reads.Request = append(e.Reads.Request, r.Reads...)
		}
	}
	shown, err := space.Explain(ctx, in, id)
	if err != nil {
		return nil, err
	}
	return e, e.show(ctx, s, shown)
}

// newExplanation returns the explanation of a rule without a search. It fails if the rules do not
// contain id.
func newExplanation(
	id string, rules []profile.SourcedRule, checks []*policy.CompiledRule, in policy.Input, which string,
) (*explanation, error) {
	at := slices.IndexFunc(rules, func(r profile.SourcedRule) bool { return r.ID == id })
	if at < 0 {
		return nil, noRule(id, rules, which)
	}
	e := &explanation{Schema: "platform.policy-explanation/v1", Rule: rules[at], Reads: reads{Request: []string{}},
		Compares: []comparison{}}
	for _, c := range checks {
		if c.ID == id {
			e.read(c, in)
		}
	}
	return e, nil
}

func noRule(id string, rules []profile.SourcedRule, which string) error {
	if near := profile.NearestRule(id, rules); near != "" {
		return problem.New(problem.UsageError, "There is no rule %q. Did you mean %s?", id, near)
	}
	return problem.New(problem.UsageError,
		"There is no rule %q among those %s. `platform policy list` lists them.", id, which)
}

// read records the fields that a rule reads, and the values that it compares them with.
func (e *explanation) read(c *policy.CompiledRule, in policy.Input) {
	names, whole := c.Reads()
	if whole {
		names = request.FieldNames()
	}
	e.Reads = reads{append([]string{}, names...), c.ReadsProfile(), c.ReadsEstimate(), c.ReadsDate()}
	list, others := c.Comparisons(in, func(name string) bool { return name == policy.ByEstimate })
	for _, one := range list {
		compared := comparison{one.Field, one.By, append([]request.Value{}, one.With...)}
		if one.By != policy.ByOutcome && !slices.ContainsFunc(e.Compares, compared.equal) {
			e.Compares = append(e.Compares, compared)
		}
	}
	e.Otherwise = others
}
