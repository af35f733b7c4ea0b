package policyreplay

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// collected has the counts and the printed parts of the outcomes. It drops the rest, since there
// may be many files.
type collected struct {
	format   string
	from, to side

	summary       summary
	exit          int
	err           error
	rules         map[ruleKey]*ruleCounts
	notReproduced []recorded
	unchanged     []string
	results       []json.RawMessage // results of the document
	details       details           // details for a person
}

type ruleKey struct {
	id       string
	level    profile.Level
	excepted bool
}

func newCollected(format string, from, to side) *collected {
	return &collected{
		format: format, from: from, to: to,
		summary:       summary{Price: prices{Difference: request.Cents(0), Currency: "USD", Exact: true}},
		rules:         map[ruleKey]*ruleCounts{},
		notReproduced: []recorded{}, unchanged: []string{}, results: []json.RawMessage{},
	}
}

// add adds the outcome of the next file.
func (c *collected) add(o outcome) {
	if o.isExtra {
		return
	}
	c.exit = max(c.exit, o.exit()) // a higher code is a worse outcome
	c.count(o.Kind())
	if o.err == nil {
		c.compare(o)
	}
	if o.Kind() == same {
		c.unchanged = append(c.unchanged, o.File)
		return
	}
	c.keep(o)
}

// keep stores the printed parts of a changed file.
func (c *collected) keep(o outcome) {
	if c.format != host.JSON {
		c.details.add(o, c.format)
		return
	}
	encoded, err := document.Encode(o.result())
	c.err = cmp.Or(c.err, err)
	c.results = append(c.results, encoded)
}

func (c *collected) count(kind outcomeKind) {
	s := &c.summary
	s.Files++
	counts := map[outcomeKind]*int{
		same: &s.Same, otherChanges: &s.OtherChanges, newlyDenied: &s.NewlyDenied, newlyAccepted: &s.NewlyAccepted,
		malformed: &s.Malformed, failed: &s.Failed,
	}
	*counts[kind]++
}

// compare counts the differences of an evaluated file.
func (c *collected) compare(o outcome) {
	if o.recorded != nil {
		c.summary.NotReproduced++
		c.notReproduced = append(c.notReproduced, *o.recorded)
	}
	if o.Rules != nil {
		c.countRules(o, o.Rules.Broken, func(r *ruleCounts) *int { return &r.Broken })
		c.countRules(o, o.Rules.NoLongerBroken, func(r *ruleCounts) *int { return &r.NoLongerBroken })
	}
	c.summary.Price.add(o)
	if o.HasOtherResources() {
		c.summary.Resources.add(*o.Resources)
	}
}

func (c *collected) countRules(o outcome, rules []difference.BrokenRule, count func(*ruleCounts) *int) {
	for _, r := range rules {
		// A clone does not hold the memory of the whole answer.
		key := ruleKey{strings.Clone(r.PolicyID), r.Level, excepted(r)}
		if c.rules[key] == nil {
			c.rules[key] = &ruleCounts{PolicyID: key.id, Level: key.level, Excepted: key.excepted}
		}
		counts := c.rules[key]
		*count(counts)++
		switch {
		case r.Level != profile.Mandatory || key.excepted:
		case o.Kind() == newlyDenied:
			counts.NewlyDenied++
		case o.Kind() == newlyAccepted:
			counts.NewlyAccepted++
		}
	}
}

// excepted reports whether an exception allows the broken rule.
func excepted(r difference.BrokenRule) bool { return r.Exception.Owner != "" }

func (p *prices) add(o outcome) {
	if !o.HasOtherPrice() {
		return
	}
	p.Exact = p.Exact && o.Cost.Exact
	d := o.Cost.Difference
	if d.Known {
		p.Difference = p.Difference.Plus(d)
	}
	switch {
	case d.Cents > 0:
		p.Up++
	case d.Cents < 0:
		p.Down++
	default:
		p.Otherwise++
	}
}

func (c *resourceCounts) add(r difference.Resources) {
	c.Files++
	c.Added += len(r.Added)
	c.Changed += len(r.Changed)
	c.Replaced += len(r.Replaced)
	c.Removed += len(r.Removed)
	c.Moved += len(r.Moved)
}

// report returns the document. It has no results if they are printed for a person.
func (c *collected) report() replayReport {
	return replayReport{
		Schema: "platform.policy-replay/v1", From: c.from, To: c.to, Summary: c.summary, Rules: c.ruleList(),
		Results: c.results, NotReproduced: c.notReproduced, Unchanged: c.unchanged,
	}
}

// ruleList returns the counts of the rules. Rules with more changed decisions come first.
func (c *collected) ruleList() []ruleCounts {
	list := []ruleCounts{}
	for _, r := range c.rules {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b ruleCounts) int {
		return cmp.Or(
			cmp.Compare(b.NewlyDenied+b.NewlyAccepted, a.NewlyDenied+a.NewlyAccepted),
			cmp.Compare(b.Broken+b.NoLongerBroken, a.Broken+a.NoLongerBroken),
			cmp.Compare(a.PolicyID, b.PolicyID), cmp.Compare(b.Level, a.Level), cmp.Compare(a.Standing(), b.Standing()),
		)
	})
	return list
}

// result returns the [host.Result] of all files.
func (c *collected) result() (*host.Result, error) {
	r := c.report()
	switch {
	case c.err != nil:
		return nil, c.err
	case c.format == host.Text:
		return &host.Result{Text: prose.Lines("replay", struct {
			replayReport
			details
		}{r, c.details}), Exit: c.exit}, nil
	case c.format == host.Markdown:
		return &host.Result{Text: page(r, c.details), Exit: c.exit}, nil
	}
	return host.Encoded(r, c.exit, prose.Lines("replay head", r)...)
}
