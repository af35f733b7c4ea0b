package space

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Limits of the sample requests: for one rule, and for all rules together, which get equal shares. Each rule
// also gets an equal share of [policy.ProfileSteps].
const (
	maxSamples    = 2_000
	maxAllSamples = 20_000
)

// Findings are probable mistakes in rules. Faults reject the profile, Warnings do not.
type Findings struct {
	Faults   []problem.Fault
	Warnings []profile.Check
}

// Lint evaluates each of the organisation's rules for sample requests. The result does not depend on the
// day: if the profile has no policy date, Lint tries several dates. The error is that of the context.
func Lint(
	ctx context.Context, policies *policy.Set, p profile.Profile, provider profile.Provider,
) (f Findings, err error) {
	own := slices.DeleteFunc(policies.Compiled(), func(c *policy.CompiledRule) bool { return !c.IsOrganisation() })
	budget := policy.NewBudget(ctx, policy.ProfileSteps)
	for i, c := range own {
		t := newTally(c, p, provider, budget.Part(budget.Left()/(len(own)-i)))
		t.run(min(maxSamples, maxAllSamples/len(own)))
		if err := ctx.Err(); err != nil {
			return Findings{}, err
		}
		if faults := t.faults(); len(faults) > 0 {
			f.Faults = append(f.Faults, faults...)
		} else if warning, ok := t.warning(); ok {
			f.Warnings = append(f.Warnings, warning)
		}
	}
	return f, nil
}

// tally counts the outcomes of a rule for the samples of its grid.
type tally struct {
	*policy.CompiledRule
	grid       *grid
	budget     *policy.Budget
	outOfSteps bool // the budget ended before the last sample
	provider   profile.Provider
	regions    []string // regions in the rule that the provider has and the profile does not allow
	sampled    bool     // the rule reads a text, and only some forms of texts are in the grid
	// changesEstimate is true if a change of the rule's field may change the estimate that the rule reads.
	changesEstimate bool

	tried    int
	outcomes map[request.Outcome]int
	ran      map[string]int // by the name of the expression
	failed   map[string]int
	cause    map[string]error
	failure  string // a message about the first sample for which when or require fails

	suggestionHelps bool // for some sample the suggestion satisfies the rule
	// badSuggestion is a message about a sample for which the suggestion does not satisfy the rule. If
	// anotherHelps is true, another value of the field satisfies the rule for that sample.
	badSuggestion string
	anotherHelps  bool
	othersTried   int // the samples for which other values were tried
}

func newTally(c *policy.CompiledRule, p profile.Profile, provider profile.Provider, budget *policy.Budget) *tally {
	t := &tally{
		CompiledRule: c, grid: newGrid(c, p, provider, budget), budget: budget, provider: provider,
		outcomes: map[request.Outcome]int{}, ran: map[string]int{}, failed: map[string]int{}, cause: map[string]error{},
	}
	for _, region := range c.Regions() {
		if provider.HasRegion(region) && !slices.Contains(p.AllowedRegions, region) {
			t.regions = append(t.regions, region)
		}
	}
	names, all := c.OwnReads()
	t.sampled = all || FieldsNamed(names...).UserOnly() != 0
	t.changesEstimate = c.ReadsEstimate() && c.Field != request.BudgetField
	return t
}

// run evaluates the rule for the samples of the grid, up to the limit.
func (t *tally) run(limit int) {
	for number := range t.grid.combinations(limit) {
		in := t.grid.input(number)
		trace := t.Trace(policy.NewCandidate(in))
		if t.budget.Left() == 0 { // an expression may have failed for this reason
			t.outOfSteps = true
			return
		}
		t.tried++
		t.outcomes[trace.Outcome]++
		for _, name := range trace.Ran {
			t.ran[name]++
		}
		for name, err := range trace.Failed {
			t.failed[name]++
			if t.cause[name] == nil {
				t.cause[name] = err
			}
			if trace.Outcome == request.Failed && t.failure == "" {
				t.failure = fmt.Sprintf("Its %s fails for some requests, which are denied then, such as %s: %v.", name,
					t.describe(number), err)
			}
		}
		t.suggestionHelps = t.suggestionHelps || !trace.Suggested.IsZero() && !trace.SuggestionFails
		if trace.SuggestionFails && !t.anotherHelps && !t.changesEstimate {
			t.noteSuggestion(in, trace.Suggested, number)
		}
	}
}

// describe returns a text for the sample with a number, of limited length.
func (t *tally) describe(number uint64) string {
	const maxCharacters = 300
	return problem.Excerpt(t.grid.describe(number), maxCharacters)
}

// maxOthers limits the samples for which other values of the field are tried.
const maxOthers = 100

// noteSuggestion notes a suggestion that does not satisfy the rule for a sample.
func (t *tally) noteSuggestion(in policy.Input, suggested request.Value, number uint64) {
	if t.othersTried < maxOthers {
		t.othersTried++
		t.anotherHelps = t.canSatisfy(in)
	}
	if t.badSuggestion != "" && !t.anotherHelps {
		return
	}
	text := suggested.String()
	if suggested.Kind == request.TextValue {
		text = fmt.Sprintf("%q", problem.Excerpt(text, maxShown))
	}
	why := "which is no value of the field " + t.Field
	if f, ok := request.FieldNamed(t.Field); !ok || f.Set(&in.Request, suggested) == nil {
		why = fmt.Sprintf("with which the request (%s) still breaks the rule", t.describe(number))
	}
	t.badSuggestion = fmt.Sprintf("suggests %s, %s", text, why)
}

// maxShown limits the characters of a value in a message.
const maxShown = 60

// canSatisfy reports whether some value of the rule's field satisfies the rule for a sample. If none does,
// the rule is broken by another field, and the suggestion is not at fault.
func (t *tally) canSatisfy(in policy.Input) bool {
	for _, a := range t.grid.axes {
		if a.name == t.Field && slices.ContainsFunc(a.values, func(v sampleValue) bool {
			other := in
			v.set(&other)
			outcome := t.Trace(policy.NewCandidate(other)).Outcome
			return outcome == request.Satisfied || outcome == request.NotApplicable
		}) {
			return true
		}
	}
	return false
}

// alwaysFail returns the names of the expressions that failed each time they ran, sorted.
func (t *tally) alwaysFail() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(t.failed)) {
		if t.failed[name] == t.ran[name] {
			names = append(names, name)
		}
	}
	return names
}

// isSuggestionWrong reports whether another value satisfies the rule where the suggestion does not, or the
// suggestion never satisfies it.
func (t *tally) isSuggestionWrong() bool {
	return t.badSuggestion != "" && (t.anotherHelps || !t.suggestionHelps)
}

// faults returns the mistakes that are certain. An expression or a suggestion that fails only for sampled
// texts may be right for other texts.
func (t *tally) faults() (list []problem.Fault) {
	if !t.sampled {
		for _, name := range t.alwaysFail() {
			list = append(list,
				t.Fault(name, problem.FaultExpression, "fails for every request that was tried (%d): %v", t.ran[name],
					t.cause[name]))
		}
	}
	if t.isSuggestionWrong() && !(t.sampled && t.suggestionHelps) {
		list = append(list, t.Fault(policy.Suggest, problem.FaultExpression, "%s", t.badSuggestion))
	}
	return list
}

// warning returns the probable mistakes of the rule as one check; not ok if there are none.
func (t *tally) warning() (check profile.Check, ok bool) {
	var found []string
	if len(t.regions) > 0 {
		found = append(found,
			fmt.Sprintf("The rule compares with %s, which the profile does not allow.", strings.Join(t.regions, ", ")))
	}
	failing := t.alwaysFail()
	if t.sampled {
		for _, name := range failing {
			found = append(found,
				fmt.Sprintf("Its %s fails for each request that was tried (%d): %v.", name, t.ran[name], t.cause[name]))
		}
	}
	if effect := t.constantEffect(); effect != "" &&
		(t.sampled && t.neverApplies() || !t.sampled && t.grid.exhaustive && t.triedAll()) {
		found = append(found, effect)
	}
	if t.failure != "" && len(failing) == 0 {
		found = append(found, t.failure)
	}
	if t.isSuggestionWrong() {
		found = append(found, "It "+t.badSuggestion+".")
	}
	if t.outOfSteps {
		found = append(found, fmt.Sprintf("Its steps reached the limit after %d requests; the others were not tried.",
			t.tried))
	}
	return profile.Check{
		ID: t.ID, Title: t.Title, Status: profile.Warning, Message: strings.Join(found, " "),
		Remediation: "Compare what the rule says with the requests that it is for, and correct or delete it.",
	}, len(found) > 0
}

// triedAll reports whether each combination of all values was tried.
func (t *tally) triedAll() bool {
	return !t.grid.truncated && t.grid.size() == uint64(t.tried) // #nosec G115 -- not negative
}

// neverApplies reports whether the rule certainly applies to no request: its when decides so without the
// texts that only require reads.
func (t *tally) neverApplies() bool {
	when, ok := t.WhenRule(t.ID)
	return ok && t.triedAll() && t.outcomes[request.NotApplicable] == t.tried &&
		newGrid(when, t.grid.base.Profile, t.provider, t.budget).exhaustive
}

// constantEffect returns a sentence if the rule had the same effect on all samples; otherwise it is empty.
func (t *tally) constantEffect() string {
	switch {
	case t.tried < 2 && len(t.grid.axes) == 0:
		return "The rule reads nothing of a request, so its outcome is the same for each."
	case t.outcomes[request.NotApplicable] == t.tried:
		return "The rule applies to no request, so it never denies."
	case t.outcomes[request.Violated] == 0 && t.outcomes[request.Failed] == 0:
		return "No request breaks the rule, so it never denies."
	case t.outcomes[request.Violated] == t.tried && t.Level == profile.Mandatory:
		return "The rule denies every request."
	default:
		return ""
	}
}
