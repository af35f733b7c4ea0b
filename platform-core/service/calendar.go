package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Calendar finds the days on which the evaluations of requests change. It may be used from many goroutines.
type Calendar struct {
	in *installed
	// rules are those that depend on the day.
	rules *policy.Set
	// days are all days from the first to the last.
	days []request.Date
	// reads are the fields that decide the outcomes of the rules. If all is true, the outcomes also depend on others.
	reads []string
	all   bool

	mu   sync.Mutex
	seen map[string][]evaluatedDay // by the values of reads
}

// evaluatedDay has the outcomes from a day on.
type evaluatedDay struct {
	from     request.Date
	outcomes []policy.RuleResult
}

// Calendar returns a calendar for the days from on to until. An empty day on is the date of the installation.
func (s *Service) Calendar(ctx context.Context, on, until request.Date) (*Calendar, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	if on == "" {
		on = s.date(in.Profile)
	}
	c := &Calendar{in: in, rules: in.policies.Dated(), seen: map[string][]evaluatedDay{}}
	for _, rule := range c.rules.Compiled() {
		reads, all := rule.Reads()
		c.reads, c.all = append(c.reads, reads...), c.all || all || rule.ReadsEstimate()
	}
	for c.days = []request.Date{on}; on < until; c.days = append(c.days, on) {
		if on, err = on.AddDays(1); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Changes returns the changes of an evaluation of the first day, sorted by day. It asks the adapter nothing.
func (c *Calendar) Changes(ctx context.Context, e *Evaluated) ([]portfolio.Change, error) {
	changes := c.late(e)
	list, err := c.evaluated(ctx, e)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(list); i++ {
		before, after := list[i-1].outcomes, list[i].outcomes
		from, to := c.decision(e, before), c.decision(e, after)
		for n, rule := range after {
			was, is := before[n], rule
			change := portfolio.Change{On: list[i].from, RequestID: e.RequestID, PolicyID: rule.ID,
				From: string(was.Outcome), To: string(is.Outcome)}
			switch {
			case from != to && denies(was) != denies(is):
				change.What, change.From, change.To = portfolio.Decision, string(from), string(to)
			case was.Outcome != is.Outcome && (was.Outcome == request.Excepted || is.Outcome == request.Excepted):
				change.What = portfolio.Exception
			case advises(was) != advises(is):
				change.What = portfolio.Advisory
			default:
				continue
			}
			changes = append(changes, change)
		}
	}
	slices.SortStableFunc(changes, func(a, b portfolio.Change) int { return cmp.Compare(a.On, b.On) })
	return changes, nil
}

// late returns the changes by rules of the provider that begin to apply after the first day.
func (c *Calendar) late(e *Evaluated) (changes []portfolio.Change) {
	for _, rule := range c.in.status.Description.Rules {
		first := slices.IndexFunc(c.days, func(day request.Date) bool {
			_, late := rule.Late(e.Request, day)
			return late
		})
		if first > 0 {
			changes = append(changes, portfolio.Change{On: c.days[first], RequestID: e.RequestID, What: portfolio.Advisory,
				PolicyID: rule.ID, From: string(request.Satisfied), To: string(request.Violated)})
		}
	}
	return changes
}

// evaluated returns the outcomes of the first day and of each later day with other outcomes.
func (c *Calendar) evaluated(ctx context.Context, e *Evaluated) (list []evaluatedDay, err error) {
	key := c.key(e.Request)
	c.mu.Lock()
	known, ok := c.seen[key]
	c.mu.Unlock()
	if ok {
		return known, nil
	}
	for _, day := range c.days {
		outcomes := c.rules.Evaluate(policy.Input{
			Request: e.Request, Profile: c.in.Profile, Estimate: e.native.Estimate, Date: day,
			Budget: policy.NewBudget(ctx, policy.RequestSteps),
		}).Outcomes
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(list) == 0 || !slices.EqualFunc(list[len(list)-1].outcomes, outcomes,
			func(a, b policy.RuleResult) bool { return a.Outcome == b.Outcome }) {
			list = append(list, evaluatedDay{day, outcomes})
		}
	}
	if !c.all {
		c.mu.Lock()
		c.seen[key] = list
		c.mu.Unlock()
	}
	return list, nil
}

// key returns the values of the fields that decide the outcomes of the rules.
func (c *Calendar) key(r request.Request) string {
	values := make([]request.Value, len(c.reads))
	for i, name := range c.reads {
		values[i] = r.Value(name)
	}
	return fmt.Sprintf("%q", values)
}

// decision returns the decision of an evaluation on a day with other outcomes.
func (c *Calendar) decision(e *Evaluated, outcomes []policy.RuleResult) request.Decision {
	always := slices.ContainsFunc(e.Violations, func(v request.Violation) bool { return !c.rules.Contains(v.PolicyID) })
	if always || slices.ContainsFunc(outcomes, denies) {
		return request.Denied
	}
	return request.Accepted
}

func denies(r policy.RuleResult) bool {
	return r.Outcome == request.Failed || r.Outcome == request.Violated && r.Level == profile.Mandatory
}

func advises(r policy.RuleResult) bool {
	return r.Outcome == request.Violated && r.Level == profile.Advisory
}
