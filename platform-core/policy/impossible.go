package policy

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Impossible returns the faults of the organisation's rules that compare a field with a
// text that no normalised request, or no profile, has: such a comparison always comes out
// the same, and a rule with a misspelt value lets everybody through.
func (s *Set) ImpossibleComparisons(known KnownValues) (faults []problem.Fault) {
	for i := range s.rules {
		r := &s.rules[i]
		if r.profilePath == "" {
			continue
		}
		texts := known
		if slices.ContainsFunc(r.clauses(), func(c clause) bool { return slices.Contains(c.paths(profileVariable), "provider") }) {
			texts.Regions = nil // the rule is for several providers
		}
		for _, clause := range r.clauses() {
			faults = append(faults, clause.ordered(known)...)
			for _, one := range clause.comparedTexts() {
				if message := texts.impossible(one); message != "" {
					faults = append(faults, clause.fault(one.node, message))
				}
			}
		}
	}
	return faults
}

// impossible says what is wrong with a comparison that always comes out the same; nothing
// where it may come out either way.
func (k KnownValues) impossible(c comparedText) string {
	values, wrong := k.values(c.path)
	switch {
	case c.by != ByValue:
		return c.neverFound(values)
	case c.isNoDay():
		return fmt.Sprintf("compares %s with %q, which is no day; it %s", c.path, problem.Excerpt(c.text, maxQuoted), c.dateFault())
	case c.ranked || c.path == dateVariable || c.path == regionPath && values == nil:
		return ""
	}
	normal, err := c.normal()
	switch {
	case values != nil && slices.Contains(values, c.text):
		return ""
	case values != nil && slices.Contains(values, normal):
	case values != nil:
		normal = document.Nearest(c.text, values)
	case normal == c.text || c.text == "":
		return ""
	}
	message := fmt.Sprintf("compares %s with %q, %s", c.path, problem.Excerpt(c.text, maxQuoted), wrong)
	switch {
	case normal != "":
		return fmt.Sprintf("%s; write %q", message, normal)
	case values == nil && err != nil:
		return message + "; it " + problem.From(err).Faults[0].Message
	case values == nil:
		return ""
	}
	return message + "; write one of " + listed(c.text, values)
}

// yearStart is how the text of a day, or the start of one, begins.
var yearStart = lazyRegexp(`^([0-9]{1,4}$|[0-9]{4}-)`)

// isNoDay reports whether the text is compared with a day, and is no day. What is more or
// less may be compared with the start of one, such as "2027-01".
func (c comparedText) isNoDay() bool {
	const day = len("2027-01-31")
	switch {
	case c.path != dateVariable && (c.path != expiryPath || !c.ranked), c.dateFault() == "", c.text == "":
		return false
	case !c.ranked:
		return true
	}
	return len(c.text) == day || !yearStart().MatchString(c.text)
}

func (c comparedText) dateFault() string {
	if _, err := request.ParseDate(c.text); err != nil {
		return err.Error()
	}
	return ""
}

// normal returns the normal form of the text, or why the field at the path does not take it; nothing
// where no field takes texts there.
func (c comparedText) normal() (string, error) {
	f, ok := fieldOf(c.path)
	if !ok || f.Kind != request.TextValue {
		return "", nil
	}
	var r request.Request
	if err := f.Set(&r, request.Text(c.text)); err != nil {
		return "", err
	}
	return f.Get(&r).Text, nil
}
