package policyrules

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// NewExplain returns the command `platform policy explain`.
func NewExplain(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:   "explain ID [--profile PROFILE]",
		Short: "Say what a rule asks, with a request that breaks it",
		Long: `Say what a rule in force asks, what it reads and what it compares that with. Two
requests show it: the nearest to a plain one that breaks the rule and, where
that is possible, no other; and the nearest to that one which keeps it.

Both are found by search, over the values that the rules compare a field with
and their neighbours. "decides" is yes where a request is denied, or with an
advisory advised against, because of this rule only; not_by_itself where each
that breaks it breaks others too; never where none breaks it; and unknown where
none of these is sure, and "gaps" says what was not searched.

Without --profile, a rule that is built into the platform is explained, without
requests. The exit code is 0, and 2 where there is no rule with the ID.`,
		Example: `  platform policy explain common.network.size --profile profile.json -o text
  platform policy explain sandbox.budget.cap`,
		Args: host.Exactly("ID"),
	}
	inv.TakesProfile(c)
	inv.TakesFormat(c)
	return inv.Runs(c, run)
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
		return newExplanation(id, set.Rules(), set.Compiled(), policy.Input{}, "built into the platform; --profile adds those of the provider and of the organisation")
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	return inForce(ctx, s, id)
}

// Explain returns the document of the command for a rule in force.
func Explain(ctx context.Context, s *host.Session, id string) (any, error) {
	e, err := inForce(ctx, s, id)
	if err != nil {
		return nil, err
	}
	return e, nil
}

func inForce(ctx context.Context, s *host.Session, id string) (*explanation, error) {
	in, err := s.Explorable(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.PolicyList(ctx)
	if err != nil {
		return nil, err
	}
	e, err := newExplanation(id, list.Items, in.Checks, policy.Input{Profile: in.Profile, Date: in.Date}, "in force in this installation")
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

// newExplanation returns what is known of a rule without a search.
func newExplanation(id string, rules []profile.SourcedRule, checks []*policy.CompiledRule, in policy.Input, which string) (*explanation, error) {
	at := slices.IndexFunc(rules, func(r profile.SourcedRule) bool { return r.ID == id })
	if at < 0 {
		return nil, noRule(id, rules, which)
	}
	e := &explanation{Schema: "platform.policy-explanation/v1", Rule: rules[at], Reads: reads{Request: []string{}}, Compares: []comparison{}}
	for _, c := range checks {
		if c.ID == id {
			e.read(c, in)
		}
	}
	return e, nil
}

func noRule(id string, rules []profile.SourcedRule, which string) error {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	if near := document.Nearest(id, ids); near != "" {
		return problem.New(problem.UsageError, "There is no rule %q. Did you mean %s?", id, near)
	}
	return problem.New(problem.UsageError, "There is no rule %q among those %s. `platform policy list` lists them.", id, which)
}

// read notes what a rule reads, and what it compares that with.
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
