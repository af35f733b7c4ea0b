package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

// FixLines say how policy accepts a denied request, whatever the violations say.
func (e Evaluated) FixLines() []string {
	if len(e.Alternatives) == 0 {
		return e.NoFixLines()
	}
	return valueLines(e, e.Alternatives[0].Changes)
}

// fixLines say how policy accepts the request: what to write into its file besides what the
// violations say, in the syntax of that file, and what a person has to choose; or which
// rules contradict each other.
func fixLines(e Evaluated, shown map[string]request.Change) []string {
	if len(e.Alternatives) == 0 {
		return e.NoFixLines()
	}
	a := e.Alternatives[0]
	for _, v := range e.Record.Violations[:min(len(e.Record.Violations), terminal.MostShown)] {
		delete(shown, v.Field)
	}
	var rest []request.Change
	for _, c := range a.Changes {
		if _, left := shown[c.Field]; left {
			rest = append(rest, c)
		}
	}
	return valueLines(e, rest)
}

// valueLines say what the first alternative leaves to a person, and which of its changes
// are left to write.
func valueLines(e Evaluated, rest []request.Change) []string {
	a := e.Alternatives[0]
	lines := PersonLines(a)
	whole := len(lines) == 0 // what a person decides has a line of its own on what policy then says
	switch {
	case len(rest) == 0 && whole:
		return []string{"With these values policy accepts it."}
	case len(rest) == 0:
		return lines
	case len(rest) == len(a.Changes) && whole:
		lines = append(lines, "With these values policy accepts it:")
	case whole:
		lines = append(lines, "With these values too, policy accepts it:")
	default:
		lines = append(lines, "And write these values:")
	}
	for _, line := range request.Lines(e.Source.Format, assignments(rest)) {
		lines = append(lines, "  "+line)
	}
	return lines
}

// PersonLines say what an alternative leaves to a person: facts to confirm, and values to
// choose. There are none for one that is whole.
func PersonLines(a wire.Alternative) (lines []string) {
	if len(a.Confirm) > 0 {
		lines = []string{"Policy accepts it only with other facts. Only you know whether they are true:"}
	}
	for _, c := range a.Confirm {
		lines = append(lines, terminal.Wrap("  "+c.Field+": "+orList(c.Values))...)
	}
	if len(a.Open) > 0 {
		lines = []string{"Policy accepts it once a person chooses:"}
	}
	for _, open := range a.Open {
		lines = append(lines, terminal.Wrap("  "+open.Field+": "+open.Expected)...)
		if open.Remediation != "" {
			lines = append(lines, terminal.Wrap("    "+open.Remediation)...)
		}
	}
	return lines
}

// orList returns values as a list whose last two are joined by "or".
func orList(values []request.Value) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " or " + texts[last]
	}
	return strings.Join(texts, "")
}

// otherLines say what else policy accepts, and what that costs.
func (e Evaluated) otherLines() (lines []string) {
	for i := 1; i < len(e.Alternatives); i++ {
		other := e.Alternatives[i]
		lines = append(lines, terminal.Wrap(fmt.Sprintf("Or, for %s a month: %s.", Cost(other.Estimate), Differs(other, e.Alternatives[0])))...)
	}
	return lines
}

// Differs says which changes of an alternative are not those of another one, and which of
// these it does not have. If the alternative has facts to confirm, it says all of it.
func Differs(a, other wire.Alternative) string {
	if len(a.Confirm) > 0 {
		return strings.Join(without(a, wire.Alternative{}), ", ")
	}
	text := strings.Join(without(a, other), ", ")
	if left := without(other, a); len(left) > 0 {
		text += " instead of " + strings.Join(left, ", ")
	}
	return text
}

// without returns the changes of an alternative, and what it leaves to a person, that
// another one does not have.
func without(a, other wire.Alternative) (list []string) {
	for _, c := range a.Changes {
		if !slices.ContainsFunc(other.Changes, func(o request.Change) bool { return o.Field == c.Field && o.To == c.To }) {
			list = append(list, c.Field+" "+cmp.Or(c.To.String(), "none"))
		}
	}
	for _, c := range a.Confirm {
		if !slices.ContainsFunc(other.Confirm, func(o wire.ConfirmedField) bool { return o.Field == c.Field }) {
			list = append(list, c.Field+" "+orList(c.Values)+", if that is true")
		}
	}
	for _, open := range a.Open {
		if !slices.ContainsFunc(other.Open, func(o wire.OpenField) bool { return o.Field == open.Field }) {
			list = append(list, "another "+open.Field)
		}
	}
	return slices.Compact(list) // a field may be open for several rules
}

// Cost returns what an estimate comes to.
func Cost(c wire.Cost) string {
	switch {
	case !c.KnownTotal.Known:
		return "an unknown cost"
	case !c.MonthlyTotal.Known:
		return "at least " + c.KnownTotal.String() + " " + c.Currency
	default:
		return c.KnownTotal.String() + " " + c.Currency
	}
}

// NoFixLines say why there is no alternative, and what comes nearest to one.
func (e Evaluated) NoFixLines() (lines []string) {
	if len(e.Contradicting) == 0 && e.Nearest == nil {
		return []string{"The search for values that policy accepts ended at its limit, without any."}
	}
	switch len(e.Contradicting) {
	case 0:
		lines = []string{"No values that were tried are accepted."}
	case 1:
		lines = []string{"No request satisfies this rule:"}
	default:
		lines = []string{"No request satisfies these rules together:"}
	}
	rules := e.Record.Rules()
	for _, id := range e.Contradicting {
		i := slices.IndexFunc(rules, func(r proposal.RuleOutcome) bool { return r.PolicyID == id })
		lines = append(lines, expectedLines(wire.Expected{PolicyID: id, Field: rules[i].Field, Expected: rules[i].Expected})...)
	}
	return append(lines, e.nearestLines()...)
}

// nearestLines say what to write so that the request breaks the fewest rules, and which ones.
func (e Evaluated) nearestLines() []string {
	if e.Nearest == nil || len(e.Nearest.Changes) == 0 {
		return nil
	}
	lines := []string{"These values come nearest to acceptance:"}
	for _, line := range request.Lines(e.Source.Format, assignments(e.Nearest.Changes)) {
		lines = append(lines, "  "+line)
	}
	lines = append(lines, "With them, the request still breaks "+terminal.Count(len(e.Nearest.Violations), "rule")+":")
	for _, v := range e.Nearest.Violations {
		lines = append(lines, expectedLines(v)...)
	}
	return lines
}

func expectedLines(v wire.Expected) []string {
	return terminal.Wrap("  " + v.PolicyID + " expects of " + v.Field + ": " + v.Expected)
}

func assignments(changes []request.Change) (list []request.Assignment) {
	for _, c := range changes {
		list = append(list, request.Assignment{Field: c.Field, Value: c.To})
	}
	return list
}
