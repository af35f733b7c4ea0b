package decision

import (
	"cmp"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// FixLines returns the lines that explain how policy accepts a denied request. They do not depend
// on the violations that were shown.
func (e Evaluated) FixLines() []string { return prose.Lines("fix", shown{Evaluated: e}) }

// Rest returns the changes of the first alternative that are not shown with a violation.
func (s shown) Rest() (rest []request.Change) {
	inline := s.placed()
	for _, c := range s.Alternatives[0].Changes {
		if !s.Inline || !slices.ContainsFunc(inline, func(v placed) bool { return v.Field == c.Field }) {
			rest = append(rest, c)
		}
	}
	return rest
}

// ChangesCost reports whether the cost of an alternative differs from the cost of the request.
func (e Evaluated) ChangesCost(a wire.Alternative) bool {
	return a.Estimate != wire.CostOf(e.Record.Estimate)
}

// ToWrite returns the changes as lines in the format of the file.
func (e Evaluated) ToWrite(changes []request.Change) []string {
	return request.Lines(e.Source.Format, assignments(changes))
}

// Contradictory returns the rules that contradict each other, and the value that each expects.
func (e Evaluated) Contradictory() (list []wire.Expected) {
	rules := e.Record.Rules()
	for _, id := range e.Contradicting {
		i := slices.IndexFunc(rules, func(r proposal.RuleOutcome) bool { return r.PolicyID == id })
		list = append(list, wire.Expected{PolicyID: id, Field: rules[i].Field, Expected: rules[i].Expected})
	}
	return list
}

// Differs describes the changes of an alternative that the other one lacks, and the reverse. If the
// alternative has facts to confirm, Differs describes all of its changes.
func (Evaluated) Differs(a, other wire.Alternative) string {
	if len(a.Confirm) > 0 {
		return strings.Join(without(a, wire.Alternative{}), ", ")
	}
	text := strings.Join(without(a, other), ", ")
	if left := without(other, a); len(left) > 0 {
		text += " instead of " + strings.Join(left, ", ")
	}
	return text
}

// without returns the changes, confirmations and open fields of a that other lacks.
func without(a, other wire.Alternative) (list []string) {
	for _, c := range a.Changes {
		if !slices.ContainsFunc(other.Changes, func(o request.Change) bool { return o.Field == c.Field && o.To == c.To }) {
			list = append(list, c.Field+" "+cmp.Or(c.To.String(), "none"))
		}
	}
	for _, c := range a.Confirm {
		if !slices.ContainsFunc(other.Confirm, func(o wire.ConfirmedField) bool { return o.Field == c.Field }) {
			list = append(list, c.Field+" "+prose.Either(c.Values)+", if that is true")
		}
	}
	for _, open := range a.Open {
		if !slices.ContainsFunc(other.Open, func(o wire.OpenField) bool { return o.Field == open.Field }) {
			list = append(list, "another "+open.Field)
		}
	}
	return slices.Compact(list) // a field may be open for several rules
}

func assignments(changes []request.Change) (list []request.Assignment) {
	for _, c := range changes {
		list = append(list, request.Assignment{Field: c.Field, Value: c.To})
	}
	return list
}
