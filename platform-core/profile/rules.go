package profile

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// RulesSchema marks a rule file. It may be left out.
const RulesSchema = "platform.policy-rules/v1"

// ruleFile is the document form of a rule file.
type ruleFile struct {
	Schema   *string `json:"schema"`
	Policies []Rule  `json:"policies"`
}

// maxRules bounds a list of rules. Each entry may be a file to read.
const maxRules = 200

// draftRule is a rule and its place: a path in a document.
type draftRule struct {
	Rule
	path    string
	reading *document.Reading // nil: the profile
}

// readRules returns the rules of the profile, those of its rule files in their places.
func (d Draft) readRules(read func(string) (document.Source, error)) (list []draftRule) {
	if len(d.in.Policies) > maxRules {
		d.reading.Add("policies", problem.FaultForm, "has %d entries; at most %d are allowed", len(d.in.Policies), maxRules)
		return nil
	}
	var named []string
	for i, entry := range d.in.Policies {
		at := fmt.Sprintf("policies[%d]", i)
		if !entry.IsText {
			list = append(list, draftRule{entry.Object, at, nil})
			continue
		}
		name := path.Clean(entry.Text)
		if slices.Contains(named, name) {
			d.reading.Add(at, problem.FaultRepeated, "names %s twice; name each rule file once", problem.Excerpt(name, maxShown))
			continue
		}
		named = append(named, name)
		list = append(list, d.readFile(at, entry.Text, read)...)
	}
	return list
}

// readFile returns the rules of the rule file with a name, and records its faults.
func (d Draft) readFile(at, name string, read func(string) (document.Source, error)) (list []draftRule) {
	shown := problem.Excerpt(name, 2*maxShown)
	if !filepath.IsLocal(name) || strings.ContainsRune(name, '\\') {
		d.reading.Add(
			at,
			problem.FaultForm,
			"must be a rule, or the name of a rule file in the profile's folder or below it, such as rules/network.yaml, not %q",
			shown,
		)
		return nil
	}
	src, err := read(name)
	if err != nil {
		d.reading.Add(at, problem.FaultUnreadable, "names the rule file %s: %v", shown, err)
		return nil
	}
	var in ruleFile
	reading := document.Read(src, &in)
	if in.Schema != nil && *in.Schema != RulesSchema {
		reading.Add("schema", problem.FaultUnsupported, "must be %s, or left out", RulesSchema)
	}
	faults := reading.Faults()
	if len(in.Policies) == 0 && len(faults) == 0 {
		reading.Add("policies", problem.FaultMissing, "has no rule; write the rules of the file under policies")
		faults = reading.Faults()
	}
	for i := range faults {
		faults[i].File = src.Name
		faults[i].Field = cmp.Or(faults[i].Field, at) // of the whole file
	}
	d.reading.Take(at, faults...)
	for i, r := range in.Policies {
		list = append(list, draftRule{r, fmt.Sprintf("policies[%d]", i), reading})
	}
	return list
}

// policies returns the rules.
func (d Draft) policies() []Rule {
	rules := make([]Rule, len(d.rules))
	for i, r := range d.rules {
		rules[i] = r.Rule
	}
	return rules
}

// checkPolicies records the faults of the draft's own rules. Of a rule with a field that could not be read, it records
// only the faults at a place in another field.
func (d Draft) checkPolicies(mode Mode, compile func(Mode, []Rule) []problem.Fault) {
	follows := func(f problem.Fault) bool {
		i, rest, ok := ruleOf(f.Field)
		if !ok || i >= len(d.rules) {
			return false
		}
		r := d.rules[i]
		reading := d.readingOf(r)
		return reading.Faulty(r.path) && (f.Line == 0 || !reading.Written(r.path+rest) || reading.Faulty(r.path+rest))
	}
	faults := compile(mode, d.policies())
	slices.SortStableFunc(faults, func(a, b problem.Fault) int { return cmp.Compare(rank(a), rank(b)) })
	for _, f := range faults {
		if !follows(f) {
			d.addFault(f)
		}
	}
}

// rank sorts the faults of rules by rule, before all others.
func rank(f problem.Fault) int {
	if number, _, ok := ruleOf(f.Field); ok {
		return number
	}
	return math.MaxInt
}

// addFault records a fault. A fault of a rule, whose field begins with policies[number], belongs to the document of the
// rule.
func (d Draft) addFault(f problem.Fault) {
	i, rest, ok := ruleOf(f.Field)
	if !ok || i >= len(d.rules) {
		d.reading.AddFault(f)
		return
	}
	r := d.rules[i]
	f.Field = r.path + rest
	reading := d.readingOf(r)
	if f.Code == problem.FaultRepeated {
		f.Message = fmt.Sprintf("is also the ID of the rule at %s; give each rule its own", d.firstWith(r.ID))
	}
	if f.Line > 0 && reading.Line(f.Field) == 0 { // there is no file to look the line up in
		f.Message += fmt.Sprintf(" (line %d, column %d of the expression)", f.Line, f.Column)
	}
	f = reading.Placed(f)
	f.File = r.file()
	d.reading.Take("policies", f)
}

// file returns the name of the rule file that a rule is in; empty for the profile.
func (r draftRule) file() string {
	if r.reading == nil {
		return ""
	}
	return r.reading.Name()
}

// readingOf returns the document that a rule is in.
func (d Draft) readingOf(r draftRule) *document.Reading { return cmp.Or(r.reading, d.reading) }

// firstWith returns the place of the first rule with an ID.
func (d Draft) firstWith(id string) string {
	first := d.rules[slices.IndexFunc(d.rules, func(r draftRule) bool { return r.ID == id })]
	at := d.readingOf(first).Placed(problem.Fault{Field: first.path})
	if file := d.readingOf(first).Name(); file != "" {
		return fmt.Sprintf("%s:%d", file, at.Line)
	}
	return first.path
}

// ruleOf returns the number of the rule that a field such as policies[3].when is in, and
// the rest of the field.
func ruleOf(field string) (number int, rest string, ok bool) {
	inner, ok := strings.CutPrefix(field, "policies[")
	digits, rest, closed := strings.Cut(inner, "]")
	number, err := strconv.Atoi(digits)
	return number, rest, ok && closed && err == nil
}

// rejection returns the faults as a problem, or nil. Each fault of a rule has the ID of the rule.
func (d Draft) rejection() *problem.Problem {
	p := d.reading.Problem(problem.InstallationRejected, "installation profile")
	if p == nil {
		return nil
	}
	for i, f := range p.Faults {
		p.Faults[i].PolicyID = d.idOf(f)
	}
	return p
}

// maxID bounds an ID that is repeated.
const maxID = 100

// idOf returns the ID of the rule of a fault, if it has one that can be shown.
func (d Draft) idOf(f problem.Fault) string {
	number, _, ok := ruleOf(f.Field)
	if !ok {
		return ""
	}
	at := fmt.Sprintf("policies[%d]", number)
	for _, r := range d.rules {
		if r.path != at || r.file() != f.File {
			continue
		}
		if document.AllVisible(r.ID) && len(r.ID) <= maxID {
			return r.ID
		}
	}
	return ""
}
