package policyexplain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/terminal"
)

// explanation is the document of the command.
type explanation struct {
	Schema   string             `json:"schema"`
	Rule     policy.SourcedRule `json:"rule"`
	Reads    reads              `json:"reads"`
	Compares []comparison       `json:"compares"`
	// Otherwise are the parts of the rule that compare in another way.
	Otherwise []string `json:"compares_otherwise,omitempty"`
	// All below is absent where no installation is named. Exceptions are those of the
	// profile from the rule.
	Exceptions []service.ListedException `json:"exceptions,omitempty"`

	Decides decides `json:"decides,omitempty"`
	Breaks  *broken `json:"breaks,omitempty"`
	Keeps   *kept   `json:"keeps,omitempty"`
	// Gaps are where the search may have missed a request.
	Gaps []space.Gap `json:"gaps,omitempty"`
}

// reads is what a rule depends on.
type reads struct {
	Request  []string `json:"request"`
	Profile  bool     `json:"profile"`
	Estimate bool     `json:"estimate"`
	Date     bool     `json:"policy_date"`
}

// comparison is what a rule compares a field with; by is a function, or "estimate".
type comparison struct {
	Field string          `json:"field"`
	By    string          `json:"by,omitempty"`
	With  []request.Value `json:"with"`
}

func (c comparison) equal(other comparison) bool {
	return c.Field == other.Field && c.By == other.By && slices.Equal(c.With, other.With)
}

// decides says whether a rule decides anything.
type decides string

const (
	yes         decides = "yes"
	notByItself decides = "not_by_itself"
	never       decides = "never"
	unknown     decides = "unknown"
)

type broken struct {
	Request request.Request `json:"request"`
	// With are other rules that deny the request.
	With    []string `json:"with,omitempty"`
	Message string   `json:"message"`
}

type kept struct {
	Request request.Request `json:"request"`
	// Applies is unset where the rule does not apply to the request.
	Applies bool `json:"applies"`
	// DeniedBy are other rules that deny it.
	DeniedBy []string `json:"denied_by,omitempty"`
	// Changes lead to it from the request that breaks the rule.
	Changes []change `json:"changes"`
}

type change struct {
	Field string        `json:"field"`
	From  request.Value `json:"from"`
	To    request.Value `json:"to"`
}

// show adds what a search found.
func (e *explanation) show(ctx context.Context, s *host.Session, shown space.Shown) error {
	e.Gaps = shown.Gaps
	switch {
	case shown.Broken.Is && len(shown.With) == 0:
		e.Decides = yes
	case shown.Shared:
		e.Decides = notByItself
	case shown.Never:
		e.Decides = never
	default:
		e.Decides = unknown
	}
	if !shown.Broken.Is {
		return nil
	}
	e.Breaks = &broken{Request: shown.Broken.Request, With: shown.With}
	judged, err := s.Evaluate(ctx, shown.Broken.Request, service.EvaluateOptions{Brief: true})
	if err != nil {
		return err
	}
	for _, v := range slices.Concat(judged.Violations, judged.Advisories) {
		if v.PolicyID == e.Rule.ID {
			e.Breaks.Message = v.Message
		}
	}
	if !shown.Kept.Is {
		return nil
	}
	e.Keeps = &kept{Request: shown.Kept.Request, Applies: shown.Applies, DeniedBy: shown.KeptWith, Changes: []change{}}
	for _, name := range request.Differences(e.Breaks.Request, e.Keeps.Request) {
		e.Keeps.Changes = append(e.Keeps.Changes, change{name, e.Breaks.Request.Value(name), e.Keeps.Request.Value(name)})
	}
	return nil
}

// summary is what a person reads beside the document.
func (e *explanation) summary() []string {
	lines := []string{e.head()}
	if e.Decides != "" {
		lines = append(lines, e.verdict())
	}
	return lines
}

func (e *explanation) head() string {
	return fmt.Sprintf("%s: %s (%s, %s)", e.Rule.ID, e.Rule.Title, e.Rule.Level, e.Rule.Source)
}

// verdict says whether the rule decides anything.
func (e *explanation) verdict() string {
	does := "denied"
	if e.Rule.Level == profile.Advisory {
		does = "advised against"
	}
	switch e.Decides {
	case yes:
		return "A request can be " + does + " because of this rule only."
	case notByItself:
		return "No request that was tried breaks this rule only: also broken is " + strings.Join(e.Breaks.With, ", ") + "."
	case never:
		return "It never decides: no request in an allowed region breaks it."
	default:
		return e.unknown()
	}
}

// unknown says what was not found.
func (e *explanation) unknown() string {
	switch {
	case e.Rule.Source == request.SourceProvider && e.Rule.Level == profile.Advisory:
		return "Which requests break it cannot be searched: only its adapter knows."
	case e.Breaks != nil:
		return "No request was found that breaks this rule only, and not all was searched: also broken is " + strings.Join(e.Breaks.With, ", ") + "."
	default:
		return "No request was found that breaks it, and not all was searched."
	}
}

// text is what a person reads in place of the document. What is to be copied stays on its
// line.
func (e *explanation) text() []string {
	var lines []string
	prose := func(text string) { lines = append(lines, terminal.Wrap(text)...) }
	row := func(name, text string) {
		if text != "" {
			prose("  " + name + ": " + text)
		}
	}
	prose(e.head())
	row("field", e.Rule.Field)
	row("when", e.Rule.When)
	row("require", e.Rule.Require)
	row("expected", e.Rule.Expected)
	row("message", e.Rule.Message)
	row("remediation", e.Rule.Remediation)
	row("suggest", e.Rule.Suggest)
	row("reads", strings.Join(e.Reads.names(), ", "))
	for _, c := range e.Compares {
		row("compares", c.String())
	}
	for _, text := range e.Otherwise {
		row("asks", text)
	}
	for _, x := range e.Exceptions {
		until := "until"
		if x.Ended {
			until = "ended on"
		}
		row("exception", fmt.Sprintf("%s in %s, %s %s, by %s", x.Application, x.Environment, until, x.Until, x.Owner))
	}
	if e.Decides == "" {
		prose("With --profile, two requests show what it asks.")
		return lines
	}
	prose(e.verdict())
	if e.Breaks != nil {
		lines = append(append(lines, "This request breaks it:"), requestLines(e.Breaks.Request)...)
		prose("It is told: " + e.Breaks.Message)
	}
	lines = append(lines, e.keeping()...)
	for _, g := range e.Gaps {
		prose(e.gapLine(g))
	}
	return lines
}

// keeping says which request keeps the rule.
func (e *explanation) keeping() []string {
	switch {
	case e.Breaks == nil:
		return nil
	case e.Keeps == nil:
		return []string{"No request that was tried keeps it."}
	}
	keeps := "keeps it"
	if !e.Keeps.Applies {
		keeps = "it does not apply to"
	}
	lines := []string{"The nearest request that " + keeps + " has:"}
	for _, c := range e.Keeps.Changes {
		lines = append(lines, "  "+assignment(c.Field, c.To).Line(document.YAML))
	}
	if len(e.Keeps.DeniedBy) == 0 {
		return lines
	}
	found := "No accepted request does"
	if len(e.Gaps) > 0 {
		found = "No accepted one was found, and not all was searched"
	}
	return append(lines, terminal.Wrap(found+"; this one is denied by "+strings.Join(e.Keeps.DeniedBy, ", ")+".")...)
}

// gapLine names the rule of a gap where it is another one.
func (e *explanation) gapLine(g space.Gap) string {
	line := "not searched: " + g.Why
	if g.PolicyID != "" && g.PolicyID != e.Rule.ID {
		line = "not searched: " + g.PolicyID + ": " + g.Why
	}
	return strings.TrimSpace(line + " " + g.Expression)
}

func (r reads) names() []string {
	var names []string
	for _, name := range r.Request {
		names = append(names, "request."+name)
	}
	for _, one := range []struct {
		name string
		read bool
	}{{"profile", r.Profile}, {"estimate", r.Estimate}, {"policy_date", r.Date}} {
		if one.read {
			names = append(names, one.name)
		}
	}
	return names
}

// String says the comparison to a person.
func (c comparison) String() string {
	var with []string
	for _, v := range c.With {
		with = append(with, strings.TrimSpace(string(v.AppendJSON(nil))))
	}
	switch c.By {
	case policy.ByValue:
		return c.Field + " with " + strings.Join(with, ", ")
	case policy.ByEstimate:
		return c.Field + " with the estimate"
	default:
		return c.By + " of " + c.Field + " with " + strings.Join(with, ", ")
	}
}

// requestLines are the lines of a request's document, without what is so when it is left
// out.
func requestLines(r request.Request) (lines []string) {
	var list []request.Assignment
	for _, f := range request.Fields() {
		if v := f.Get(&r); !f.Optional || v != f.Default {
			list = append(list, assignment(f.Name, v))
		}
	}
	for _, line := range request.Lines(document.YAML, list) {
		lines = append(lines, "  "+line)
	}
	return lines
}

// assignment writes a field that has no value as an empty one.
func assignment(field string, v request.Value) request.Assignment {
	if v.IsZero() {
		v = request.Text("")
	}
	return request.Assignment{Field: field, Value: v}
}
