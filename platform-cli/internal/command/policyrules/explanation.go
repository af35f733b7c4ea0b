package policyrules

import (
	"context"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// explanation is the document of the command.
type explanation struct {
	Schema   string              `json:"schema"`
	Rule     profile.SourcedRule `json:"rule"`
	Reads    reads               `json:"reads"`
	Compares []comparison        `json:"compares"`
	// Otherwise are the comparisons of the rule that no search can cover.
	Otherwise []string `json:"compares_otherwise,omitempty"`
	// Exceptions are those of the profile for the rule. This field and all below are absent without an
	// installation.
	Exceptions []wire.ListedException `json:"exceptions,omitempty"`

	Decides decides `json:"decides,omitempty"`
	Breaks  *broken `json:"breaks,omitempty"`
	Keeps   *kept   `json:"keeps,omitempty"`
	// Gaps are places where the search may have missed a request.
	Gaps []space.Gap `json:"gaps,omitempty"`
}

// reads are the fields and facts that a rule reads.
type reads struct {
	Request  []string `json:"request"`
	Profile  bool     `json:"profile"`
	Estimate bool     `json:"estimate"`
	Date     bool     `json:"policy_date"`
}

// comparison is a field with the value that a rule compares it with. The member by is a function,
// or "estimate".
type comparison struct {
	Field string          `json:"field"`
	By    string          `json:"by,omitempty"`
	With  []request.Value `json:"with"`
}

func (c comparison) equal(other comparison) bool {
	return c.Field == other.Field && c.By == other.By && slices.Equal(c.With, other.With)
}

// decides describes whether a rule decides any request.
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
	// Applies is false if the rule does not apply to the request.
	Applies bool `json:"applies"`
	// DeniedBy are other rules that deny the request.
	DeniedBy []string `json:"denied_by,omitempty"`
	// Changes turn the request that breaks the rule into this one.
	Changes []change `json:"changes"`
}

type change struct {
	Field string        `json:"field"`
	From  request.Value `json:"from"`
	To    request.Value `json:"to"`
}

// show adds the result of a search. It fails if an evaluation fails.
func (e *explanation) show(ctx context.Context, s *host.Session, shown space.Explanation) error {
	e.Gaps = shown.Gaps
	switch {
	case shown.Denied.Found && len(shown.AlsoDeniedBy) == 0:
		e.Decides = yes
	case shown.NeverAlone:
		e.Decides = notByItself
	case shown.NeverDenies:
		e.Decides = never
	default:
		e.Decides = unknown
	}
	if !shown.Denied.Found {
		return nil
	}
	e.Breaks = &broken{Request: shown.Denied.Request, With: shown.AlsoDeniedBy}
	judged, err := s.Evaluate(ctx, shown.Denied.Request, service.EvaluateOptions{Brief: true})
	if err != nil {
		return err
	}
	for _, v := range slices.Concat(judged.Violations, judged.Advisories) {
		if v.PolicyID == e.Rule.ID {
			e.Breaks.Message = v.Message
		}
	}
	if !shown.Passing.Found {
		return nil
	}
	e.Keeps = &kept{Request: shown.Passing.Request, Applies: shown.PassingApplies,
		DeniedBy: shown.PassingDeniedBy, Changes: []change{}}
	for _, name := range request.Differences(e.Breaks.Request, e.Keeps.Request) {
		e.Keeps.Changes = append(e.Keeps.Changes, change{name, e.Breaks.Request.Value(name), e.Keeps.Request.Value(name)})
	}
	return nil
}

// Lines returns the request document as lines to copy, without default values.
func (*explanation) Lines(r request.Request) []string {
	var list []request.Assignment
	for _, f := range request.Fields() {
		if v := f.Get(&r); !f.Optional || v != f.Default {
			list = append(list, assignment(f.Name, v))
		}
	}
	return request.Lines(document.YAML, list)
}

// Lines returns the changes as lines to copy.
func (k *kept) Lines() (lines []string) {
	for _, c := range k.Changes {
		lines = append(lines, assignment(c.Field, c.To).Line(document.YAML))
	}
	return lines
}

// Names returns the names of everything that the rule reads.
func (r reads) Names() []string {
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

// String returns the comparison in words.
func (c comparison) String() string {
	var with []string
	for _, v := range c.With {
		with = append(with, request.Literal(document.JSON, v))
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

// assignment returns an assignment that writes a missing value as an empty one.
func assignment(field string, v request.Value) request.Assignment {
	if v.IsZero() {
		v = request.Text("")
	}
	return request.Assignment{Field: field, Value: v}
}
