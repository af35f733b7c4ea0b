package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// KnownValues are the values that a profile may have, as far as they are known when rules are read.
type KnownValues struct {
	// Providers are the providers that a profile may name.
	Providers []string
	// Regions are the regions of the profile's provider; none if they are not known.
	Regions []string
}

// ImpossibleComparisons returns the faults of the organisation's rules that compare a field with a text that no
// request or profile has. Such a comparison always has the same result: a rule with a misspelt value accepts
// everything.
func (s *Set) ImpossibleComparisons(known KnownValues) (faults []problem.Fault) {
	for i := range s.rules {
		r := &s.rules[i]
		if !r.IsOrganisation() {
			continue
		}
		texts := known
		if slices.ContainsFunc(r.clauses(),
			func(c clause) bool { return slices.Contains(c.paths(profileVariable), "provider") }) {
			texts.Regions = nil // the rule is for several providers
		}
		for _, clause := range r.clauses() {
			faults = append(faults, clause.orderFaults(known)...)
			for _, one := range clause.comparedTexts() {
				if message := texts.fault(one); message != "" {
					faults = append(faults, clause.fault(one.node, message))
				}
			}
		}
	}
	return faults
}

const (
	regionPath  = requestVariable + "." + request.RegionField
	expiryPath  = requestVariable + "." + request.ExpiryField
	regionsPath = profileVariable + ".allowed_regions"
	// weekdayPath stands for the result of the function weekday of each date.
	weekdayPath = weekdayFunction + "(...)"
)

// values returns the possible texts at a path, and what to say of others. values is nil if there are many, or if
// they are not known.
func (k KnownValues) values(path string) (values []string, otherwise string) {
	const noProfile, noRegion = "which no profile has", "which is no region of the provider"
	switch path {
	case profileVariable + ".provider":
		return k.Providers, noProfile
	case profileVariable + ".mode":
		return profile.ModeNames(), noProfile
	case profileVariable + ".unpriced":
		return []string{string(profile.AdviseUnpriced), string(profile.DenyUnpriced)}, noProfile
	case regionPath, regionsPath:
		return k.Regions, noRegion
	case weekdayPath:
		return weekdays, "which is no day of the week"
	}
	return fieldOf(path).Values, "which no normalised request has"
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// fieldOf returns the field of a request at a path; the zero Field for other paths.
func fieldOf(path string) request.Field {
	f, _ := request.FieldNamed(strings.TrimPrefix(path, requestVariable+"."))
	return f
}

// fault returns the fault of a comparison that always has the same result; empty for others.
func (k KnownValues) fault(c comparedText) string {
	values, otherwise := k.values(c.path)
	switch {
	case c.by != ByValue:
		return c.functionFault(values)
	case c.isNoDay():
		return fmt.Sprintf("compares %s with %q, which is no day; it %s", c.path, problem.Excerpt(c.text, maxQuoted),
			c.dateFault())
	case c.ordered || c.path == dateVariable || c.path == regionPath && values == nil || slices.Contains(values, c.text),
		c.path == weekdayPath && c.text == "":
		return ""
	}
	normal, err := c.normal()
	switch {
	case values == nil && (normal == c.text || c.text == ""):
		return ""
	case values != nil && !slices.Contains(values, normal):
		normal = document.Nearest(c.text, values)
	}
	message := fmt.Sprintf("compares %s with %q, %s", c.path, problem.Excerpt(c.text, maxQuoted), otherwise)
	switch {
	case normal != "":
		return fmt.Sprintf("%s; write %q", message, normal)
	case values != nil:
		return message + "; write one of " + listed(c.text, values)
	case err != nil:
		return message + "; it " + problem.From(err).Faults[0].Message
	}
	return ""
}

// yearStart matches the start of a date.
var yearStart = lazyRegexp(`^([0-9]{1,4}$|[0-9]{4}-)`)

// isNoDay reports whether the text is compared with a day and is no day. An ordered comparison may have the start
// of a day, such as "2027-01".
func (c comparedText) isNoDay() bool {
	const day = len("2027-01-31")
	if c.path != dateVariable && (c.path != expiryPath || !c.ordered) || c.dateFault() == "" || c.text == "" {
		return false
	}
	return !c.ordered || len(c.text) == day || !yearStart().MatchString(c.text)
}

func (c comparedText) dateFault() string {
	if _, err := request.ParseDate(c.text); err != nil {
		why, day, isKnown := strings.Cut(err.Error(), "; write ")
		if isKnown {
			return why + `; write "` + strings.ReplaceAll(day, " or ", `" or "`) + `"`
		}
		return why
	}
	return ""
}

// normal returns the normal form of the text, or why the field at the path does not accept it. It is empty if there
// is no field with texts at the path.
func (c comparedText) normal() (string, error) {
	f := fieldOf(c.path)
	if f.Name == "" || f.Kind != request.TextValue {
		return "", nil
	}
	var r request.Request
	if err := f.Set(&r, request.Text(c.text)); err != nil {
		return "", err
	}
	return f.Get(&r).Text, nil
}

// functionFault returns the fault of a function that looks for the text in what is at the path, if no value has the
// text. Regions are an exception: rules name regions by their start, also those that the provider does not
// have yet.
func (c comparedText) functionFault(values []string) string {
	if c.path == regionPath || c.path == regionsPath {
		return ""
	}
	f := fieldOf(c.path)
	for _, one := range c.alternatives() {
		var write string
		switch letters := f.Letters(one.text); {
		case len(values) > 0 && !slices.ContainsFunc(values, one.isIn):
			write = "; the values are " + listed(one.text, values)
		case len(values) == 0 && one.by != ByPattern && letters != one.text:
			if letters != "" {
				write = fmt.Sprintf("; write %q", letters)
			}
		default:
			continue
		}
		return fmt.Sprintf("looks with %s for %q in %s, where it never is%s", c.by, problem.Excerpt(one.text, maxQuoted),
			c.path, write)
	}
	return ""
}

// isIn reports whether the function finds the text in a value.
func (c comparedText) isIn(value string) bool {
	switch c.by {
	case ByStart:
		return strings.HasPrefix(value, c.text)
	case ByEnd:
		return strings.HasSuffix(value, c.text)
	case ByPart:
		return strings.Contains(value, c.text)
	case ByPattern:
		found, err := regexp.MatchString(c.text, value)
		return found || err != nil
	default:
		return value == c.text
	}
}

// maxListed limits the values in a message.
const maxListed = 6

// listed lists values. If there are many, it lists those with the same start as the text.
func listed(text string, values []string) string {
	if len(values) <= maxListed {
		return strings.Join(values, ", ")
	}
	var near []string
	for _, v := range values {
		if len(text) >= 2 && strings.HasPrefix(v, strings.ToLower(text[:2])) {
			near = append(near, v)
		}
	}
	if len(near) == 0 {
		near = values
	}
	return strings.Join(near[:min(len(near), maxListed)], ", ") + " and others"
}
