package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Bounds of an answer. A complete environment has some hundred resources; an
// answer beyond these is an adapter gone wrong.
const (
	MaxResources = 2000
	MaxFindings  = 200
	MaxFileSize  = 512 << 10
	MaxTextSize  = 4 << 10
	// MaxReviewLines is how many parts a placement and how many reasons a rationale
	// have at most, MaxLineSize how many bytes each of their texts.
	MaxReviewLines = 50
	MaxLineSize    = 400
)

// Breach returns the breach of a rule of the contract by an adapter: code is that
// of the rule, such as problem.ContractSize, field is that of the answer, and
// format says what is wrong with it.
func Breach(id string, code problem.FaultCode, field, format string, args ...any) *problem.Problem {
	p := problem.New(problem.AdapterContractViolation, "The adapter %s broke the contract rule %q; its provider team must fix it.", id, ruleName(code))
	p.Faults = []problem.Fault{{Field: field, Code: code, Message: fmt.Sprintf(format, args...)}}
	return p
}

// ruleName returns the name of the rule that a code is for, such as
// "sorted-and-unique" for problem.ContractSortedAndUnique.
func ruleName(code problem.FaultCode) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(code), "contract_"), "_", "-")
}

// CheckDescription returns the first breach of the contract in a Description,
// as a *problem.Problem with code adapter_contract_violation, or nil. id is the
// provider that the host expects.
func CheckDescription(id string, d Description) error {
	c := checker{id}
	switch {
	case d.ID != id:
		return c.fault(problem.ContractIdentity, "id", "is %q where the host expects %q", d.ID, id)
	case !d.HasRegion(d.DefaultRegion):
		return c.fault(problem.ContractDefaultRegion, "default_region", "%q is not one of the regions", d.DefaultRegion)
	case d.Version == "" || d.DisplayName == "":
		return c.fault(problem.ContractDescription, "version", "version and display name must not be empty")
	}
	return cmp.Or(
		c.sorted("regions", each(d.Regions, func(r profile.Region) string { return r.Name })),
		c.sorted("rules", each(d.Rules, func(r Rule) string { return r.ID })),
		c.sorted("capabilities", d.Capabilities),
		c.ruleFields(d.Rules),
		c.reads("estimate_reads", d.EstimateReads),
	)
}

func each[From, To any](items []From, convert func(From) To) []To {
	converted := make([]To, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// CheckEvaluation returns the first breach of the contract in an Evaluation of
// an input, or nil.
func CheckEvaluation(d Description, in Input, e Evaluation) error {
	c := checker{d.ID}
	return cmp.Or(
		c.findings("violations", d, in.Request, profile.Mandatory, e.Violations),
		c.findings("advisories", d, in.Request, profile.Advisory, e.Advisories),
		c.resources(e.Resources),
		c.upheld(in.Request, e),
		c.estimate(e),
	)
}

// CheckGeneration returns the first breach of the contract in a Generation, or
// nil.
func CheckGeneration(id string, g Generation) error {
	c := checker{id}
	return cmp.Or(
		c.files(g.Files),
		c.lines("placement", each(g.Placement, func(p PlacementPart) []string { return []string{p.Name, p.Boundary, p.ID, p.Holds} })),
		c.lines("rationale", each(g.Rationale, func(r Reason) []string { return []string{r.Field, r.Text} })),
	)
}

// lines checks what a reviewer reads: entries of texts of one line, sorted by
// their first text.
func (c checker) lines(list string, entries [][]string) error {
	if len(entries) > MaxReviewLines {
		return c.fault(problem.ContractSize, list, "has %d entries; at most %d are allowed", len(entries), MaxReviewLines)
	}
	for i, texts := range entries {
		at := fmt.Sprintf("%s[%d]", list, i)
		for _, text := range texts {
			switch {
			case text == "":
				return c.fault(problem.ContractWords, at, "no text of it must be empty")
			case len(text) > MaxLineSize:
				return c.fault(problem.ContractSize, at, "has a text of %d bytes; at most %d are allowed", len(text), MaxLineSize)
			case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !request.Visible(r) }):
				return c.fault(problem.ContractText, at, "has a text that is not one line of UTF-8")
			}
		}
	}
	return c.sorted(list, each(entries, func(texts []string) string { return texts[0] }))
}

func (c checker) files(files []File) error {
	names := each(files, func(f File) string { return f.Name })
	if !slices.Equal(names, []string{RootFile, InputsFile}) {
		return c.fault(problem.ContractFiles, "files", "are %q instead of %s and %s", names, RootFile, InputsFile)
	}
	for _, f := range files {
		switch {
		case len(f.Content) == 0 || len(f.Content) > MaxFileSize:
			return c.fault(problem.ContractSize, f.Name, "has %d bytes; 1 to %d are allowed", len(f.Content), MaxFileSize)
		case !utf8.Valid(f.Content) || strings.ContainsRune(string(f.Content), '\r'):
			return c.fault(problem.ContractText, f.Name, "is not UTF-8 text with plain line ends")
		}
	}
	return nil
}

// checker checks the answers of one adapter.
type checker struct{ id string }

func (c checker) fault(code problem.FaultCode, field, format string, args ...any) error {
	return Breach(c.id, code, field, format, args...)
}

// sorted checks that names are strictly ascending: sorted and unique.
func (c checker) sorted(field string, names []string) error {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return c.fault(problem.ContractSortedAndUnique, fmt.Sprintf("%s[%d]", field, i), "%q must come before %q, once", names[i], names[i-1])
		}
	}
	return nil
}

func (c checker) ruleFields(rules []Rule) error {
	for i, r := range rules {
		at := fmt.Sprintf("rules[%d]", i)
		if !strings.HasPrefix(r.ID, c.id+".") {
			return c.fault(problem.ContractRulePrefix, at, "the ID %q must start with %q", r.ID, c.id+".")
		}
		if !slices.Contains(request.FieldNames(), r.Field) {
			return c.fault(problem.ContractRequestField, at, "%q is not a field of a request", r.Field)
		}
		if err := c.reads(at+".reads", r.Reads); err != nil {
			return err
		}
	}
	return nil
}

// reads checks the names of fields that something depends on.
func (c checker) reads(at string, names []string) error {
	for i, name := range names {
		if _, known := request.FieldNamed(name); !known {
			return c.fault(problem.ContractRequestField, fmt.Sprintf("%s[%d]", at, i), "%q is not a field of a request", name)
		}
	}
	return c.sorted(at, names)
}

func (c checker) findings(list string, d Description, req request.Request, level profile.Level, found []request.Violation) error {
	if len(found) > MaxFindings {
		return c.fault(problem.ContractSize, list, "has %d entries; at most %d are allowed", len(found), MaxFindings)
	}
	for i, v := range found {
		at := fmt.Sprintf("%s[%d]", list, i)
		declared := slices.IndexFunc(d.Rules, func(r Rule) bool { return r.ID == v.PolicyID && r.Field == v.Field && r.Level == level })
		switch {
		case declared < 0:
			return c.fault(problem.ContractDeclaredRules, at, "%q on %q is no %s rule of the description", v.PolicyID, v.Field, level)
		case v.Source != request.SourceProvider:
			return c.fault(problem.ContractSource, at, "has the source %q instead of %q", v.Source, request.SourceProvider)
		case v.Message == "" || v.Remediation == "" || v.Expected == "":
			return c.fault(problem.ContractWords, at, "message, remediation and expected must not be empty")
		case len(v.Message)+len(v.Remediation)+len(v.Expected) > MaxTextSize:
			return c.fault(problem.ContractSize, at, "has more than %d bytes of text", MaxTextSize)
		}
		if _, err := req.With(v.Field, v.Suggestion); err != nil && !v.Suggestion.IsZero() {
			return c.fault(problem.ContractSuggestion, at, "suggests %q, which %s cannot take", v.Suggestion.String(), v.Field)
		}
	}
	return c.sorted(list, each(found, func(v request.Violation) string { return v.Field + "\x00" + v.PolicyID }))
}

func (c checker) resources(resources []request.Resource) error {
	if len(resources) > MaxResources {
		return c.fault(problem.ContractSize, "resources", "has %d entries; at most %d are allowed", len(resources), MaxResources)
	}
	addresses := each(resources, func(r request.Resource) string { return r.Address })
	if err := c.sorted("resources", addresses); err != nil {
		return err
	}
	for i, r := range resources {
		at := fmt.Sprintf("resources[%d]", i)
		if !strings.HasPrefix(r.Address, r.Type+".") || r.Type == "" {
			return c.fault(problem.ContractAddress, at, "the address %q does not start with the type %q", r.Address, r.Type)
		}
		if _, known := slices.BinarySearch(addresses, r.Parent); r.Parent != "" && !known {
			return c.fault(problem.ContractParent, at, "the parent %q is not among the resources", r.Parent)
		}
		if err := c.controls(at, r.Controls); err != nil {
			return err
		}
	}
	return nil
}

func (c checker) controls(at string, upheld []request.Control) error {
	names := each(upheld, func(u request.Control) string { return string(u) })
	for _, u := range upheld {
		if !slices.Contains(request.AllControls(), u) {
			return c.fault(problem.ContractControls, at, "%q is not a control", u)
		}
	}
	return c.sorted(at+".controls", names)
}

// upheld checks that resources, where there are any, uphold every control that
// the request has on.
func (c checker) upheld(req request.Request, e Evaluation) error {
	if len(e.Resources) == 0 {
		return nil
	}
	for _, control := range request.AllControls() {
		on := req.Value("controls." + string(control)).Flag
		if on && !slices.ContainsFunc(e.Resources, func(r request.Resource) bool { return slices.Contains(r.Controls, control) }) {
			return c.fault(problem.ContractControlsUpheld, "resources", "no resource upholds %s", control)
		}
	}
	return nil
}

func (c checker) estimate(e Evaluation) error {
	total := request.Cents(0)
	for i, item := range e.Estimate.Items {
		if !slices.ContainsFunc(e.Resources, func(r request.Resource) bool { return r.Address == item.Address }) {
			return c.fault(problem.ContractEstimate, fmt.Sprintf("estimate.items[%d]", i), "is for %q, which is not among the resources", item.Address)
		}
		total = total.Plus(item.MonthlyCost)
	}
	if len(e.Estimate.Items) > 0 && total != e.Estimate.MonthlyTotal {
		return c.fault(problem.ContractEstimate, "estimate.monthly_total", "is %s where the items come to %s", e.Estimate.MonthlyTotal, total)
	}
	return c.sorted("estimate.items", each(e.Estimate.Items, func(i request.EstimateItem) string { return i.Address + "\x00" + i.Item }))
}

// CheckChecks returns the first breach of the contract in an adapter's
// readiness checks, or nil.
func CheckChecks(id string, checks []profile.Check) error {
	c := checker{id}
	if len(checks) > MaxFindings {
		return c.fault(problem.ContractSize, "checks", "has %d entries; at most %d are allowed", len(checks), MaxFindings)
	}
	seen := map[string]bool{}
	for i, check := range checks {
		at := fmt.Sprintf("checks[%d]", i)
		switch {
		case !strings.HasPrefix(check.ID, id+".") || seen[check.ID]:
			return c.fault(problem.ContractCheckID, at, "the ID %q must start with %q and be unique", check.ID, id+".")
		case check.Title == "" || check.Message == "":
			return c.fault(problem.ContractWords, at, "title and message must not be empty")
		case check.Status != profile.Passed && check.Status != profile.Warning && check.Status != profile.Failed:
			return c.fault(problem.ContractStatus, at, "%q is not a status of a check", check.Status)
		case check.Status != profile.Passed && check.Remediation == "":
			return c.fault(problem.ContractWords, at, "a check that did not pass needs a remediation")
		}
		seen[check.ID] = true
	}
	return nil
}
