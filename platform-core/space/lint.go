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

// Limits of how many requests are tried: of a rule, and of all rules together, of which
// each gets the same part. Each rule gets the same part of policy.ProfileSteps too.
const (
	maxTried    = 2_000
	maxTogether = 20_000
)

// Findings are what is wrong with rules. Faults reject the profile, Warnings do not.
type Findings struct {
	Faults   []problem.Fault
	Warnings []profile.Check
}

// Lint tries each of the organisation's rules. It is deterministic, whatever the day: where
// the profile has no policy date, that is varied too. The error is that of the context.
func Lint(ctx context.Context, policies *policy.Set, p profile.Profile, provider profile.Provider) (f Findings, err error) {
	own := slices.DeleteFunc(policies.Compiled(), func(c *policy.CompiledRule) bool { return !c.IsOrganisation() })
	budget := policy.NewBudget(ctx, policy.ProfileSteps)
	for i, c := range own {
		t := newTally(c, p, provider, budget.Part(budget.Left()/(len(own)-i)))
		t.run(min(maxTried, maxTogether/len(own)))
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

// tally counts how a rule comes out for the requests of its grid.
type tally struct {
	*policy.CompiledRule
	grid            *grid
	budget          *policy.Budget
	stepsSpent      bool // the budget is, so not every request was tried
	provider        profile.Provider
	regions         []string // that the rule compares with, and that the profile does not allow
	sampled         bool     // the rule reads a text of which only some forms are tried
	changesEstimate bool     // another value of the rule's field may change the estimate, which the rule reads
	tried           int
	outcomes        map[request.Outcome]int
	ran             map[string]int // by the name of the expression
	failed          map[string]int
	cause           map[string]error
	failure         string // for which request when or require fails, and why, as a message
	suggestionHelps bool   // there is a request for which the suggestion satisfies the rule
	// broken is a request for which it does not, and what it suggests: rather one for
	// which another value of the field does, which is then set as worse.
	badSuggestion string
	anotherHelps  bool
	othersTried   int // of how many requests it was looked at whether another value does
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
	names, whole := c.OwnReads()
	t.sampled = whole || FieldsNamed(names...).UserOnly() != 0
	t.changesEstimate = c.ReadsEstimate() && c.Field != request.BudgetField
	return t
}

// run tries the requests of the grid, at most so many.
func (t *tally) run(limit int) {
	for in, describe := range t.grid.inputs(limit) {
		a := t.Trace(policy.NewCandidate(in))
		if t.budget.Left() == 0 { // which may be why an expression failed
			t.stepsSpent = true
			return
		}
		t.tried++
		t.outcomes[a.Status]++
		t.count(a)
		if a.Status == request.Failed && t.failure == "" {
			for name, cause := range a.Failed { // the one that failed first
				t.failure = fmt.Sprintf("Its %s fails for some requests, which are denied then, such as %s: %v.", name, problem.Excerpt(describe(), maxDescription), cause)
			}
		}
		t.suggestionHelps = t.suggestionHelps || !a.Suggested.IsZero() && !a.SuggestionFails
		if a.SuggestionFails && !t.anotherHelps && !t.changesEstimate {
			t.breaks(in, a, describe)
		}
	}
}

// maxOthers limits for how many requests the check tries other values of the field.
const maxOthers = 100

// breaks notes that a suggestion does not satisfy the rule for a request.
func (t *tally) breaks(in policy.Input, a policy.Trace, describe func() string) {
	if t.othersTried < maxOthers {
		t.othersTried++
		t.anotherHelps = t.findOther(in)
	}
	if t.badSuggestion == "" || t.anotherHelps {
		t.badSuggestion = fmt.Sprintf("suggests %s, %s", shown(a.Suggested), t.why(in, a, describe))
	}
}

// why says why a suggestion does not help a request.
func (t *tally) why(in policy.Input, a policy.Trace, describe func() string) string {
	if f, ok := request.FieldNamed(t.Field); ok && f.Set(&in.Request, a.Suggested) != nil {
		return "which is no value of the field " + t.Field
	}
	return fmt.Sprintf("with which the request (%s) still breaks the rule", problem.Excerpt(describe(), maxDescription))
}

// anotherHelps reports whether some value of the rule's field satisfies the rule for a
// request. Where none does, another field breaks it, which is not the suggestion's fault.
func (t *tally) findOther(in policy.Input) bool {
	for _, other := range t.grid.others(t.Field, in) {
		switch t.Trace(policy.NewCandidate(other)).Status {
		case request.Satisfied, request.NotApplicable:
			return true
		default:
		}
	}
	return false
}

// maxDescription bounds what a message says of a request, in characters.
const maxDescription = 300

// count counts which expressions ran, and which failed.
func (t *tally) count(a policy.Trace) {
	rule := t.Rule
	ran := []string{}
	if rule.When != "" {
		ran = append(ran, policy.When)
	}
	if a.Failed[policy.When] == nil && a.Status != request.NotApplicable {
		ran = append(ran, policy.Require)
	}
	if a.Status == request.Violated && rule.MessageExpression != "" {
		ran = append(ran, policy.Message)
	}
	if a.Status == request.Violated && rule.Suggest != "" {
		ran = append(ran, policy.Suggest)
	}
	for _, name := range ran {
		t.ran[name]++
	}
	for name, err := range a.Failed {
		t.failed[name]++
		if t.cause[name] == nil {
			t.cause[name] = err
		}
	}
}

// alwaysFail returns the names of the expressions that failed whenever they ran, sorted.
func (t *tally) alwaysFail() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(t.failed)) {
		if t.failed[name] == t.ran[name] {
			names = append(names, name)
		}
	}
	return names
}

// partly reports whether the suggestion helps some of the texts that nobody can list, and
// not all of those that were tried.
func (t *tally) partly() bool { return t.sampled && t.suggestionHelps }

// wrong reports whether the suggestion is: another one would satisfy the rule where it
// does not, or it never does.
func (t *tally) wrong() bool { return t.badSuggestion != "" && (t.anotherHelps || !t.suggestionHelps) }

func (t *tally) faults() (list []problem.Fault) {
	if !t.sampled {
		for _, name := range t.alwaysFail() {
			list = append(list, t.Fault(name, problem.FaultExpression, "fails for every request that was tried (%d): %v", t.ran[name], t.cause[name]))
		}
	}
	if t.wrong() && !t.partly() {
		list = append(list, t.Fault(policy.Suggest, problem.FaultExpression, "%s", t.badSuggestion))
	}
	return list
}

// warning returns what may be a mistake in the rule: one check for all of it.
func (t *tally) warning() (check profile.Check, ok bool) {
	var found []string
	if len(t.regions) > 0 {
		found = append(found, fmt.Sprintf("The rule compares with %s, which the profile does not allow.", strings.Join(t.regions, ", ")))
	}
	if t.sampled {
		for _, name := range t.alwaysFail() {
			found = append(found, fmt.Sprintf("Its %s fails for each request that was tried (%d): %v.", name, t.ran[name], t.cause[name]))
		}
		if effect := t.effect(); effect != "" && t.appliesToNone() {
			found = append(found, effect)
		}
	} else if effect := t.effect(); effect != "" && t.complete() {
		found = append(found, effect)
	}
	if t.failure != "" && len(t.alwaysFail()) == 0 {
		found = append(found, t.failure)
	}
	if t.wrong() {
		found = append(found, "It "+t.badSuggestion+".")
	}
	if t.stepsSpent {
		found = append(found, fmt.Sprintf("It takes so many steps that only %d requests were tried.", t.tried))
	}
	if len(found) == 0 {
		return profile.Check{}, false
	}
	rule := t.Rule
	return profile.Check{
		ID: rule.ID, Title: rule.Title, Status: profile.Warning, Message: strings.Join(found, " "),
		Remediation: "Compare what the rule says with the requests that it is for, and correct or delete it.",
	}, true
}

// complete reports whether every request comes out of the rule as one that was tried did.
func (t *tally) complete() bool {
	return t.grid.whole && t.all()
}

// all reports whether each combination of all values was tried.
func (t *tally) all() bool {
	return !t.grid.dropped && t.grid.bound() == uint64(t.tried) // #nosec G115 -- not negative
}

// appliesToNone reports whether the rule surely applies to no request: when decides that
// without the texts that only require reads.
func (t *tally) appliesToNone() bool {
	when, ok := t.WhenRule(t.ID)
	return ok && t.all() && t.outcomes[request.NotApplicable] == t.tried && newGrid(when, t.grid.base.Profile, t.provider, t.budget).whole
}

// effect says that a rule has the same effect on every request, as it has on those that were tried;
// nothing where it has not.
func (t *tally) effect() string {
	switch {
	case t.tried < 2 && t.grid.constant():
		return "The rule reads nothing of a request, so it comes out the same for each."
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

// shown returns a value as a message shows it.
func shown(v request.Value) string {
	if v.Kind == request.TextValue {
		return fmt.Sprintf("%q", problem.Excerpt(v.Text, maxShown))
	}
	return v.String()
}

// maxShown bounds what a message repeats of a value, in characters.
const maxShown = 60
