package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// These limits bound an answer. A complete environment has about a hundred resources, so only a faulty
// adapter exceeds them.
const (
	MaxResources = 2000
	MaxItems     = 2 * MaxResources // of the estimate
	MaxFindings  = 200
	MaxFileSize  = 512 << 10
	// MaxReviewLines limits the parts of a placement and the reasons of a rationale.
	MaxReviewLines = 50
	// MaxNeeds limits the needs of a proposal.
	MaxNeeds = 100
	// MaxEntries limits every other list, such as the regions of a description or the properties of a
	// resource.
	MaxEntries = 500
)

// versionForm is the form of the version of an adapter.
var versionForm = document.LazyForm(`[A-Za-z0-9][A-Za-z0-9._+-]{0,63}`)

// Breach returns the problem of an adapter that breaks a rule of the contract. code is the code of the
// rule, such as [problem.ContractSize]. field is the field of the answer. format and args are the
// message about the field.
func Breach(id string, code problem.FaultCode, field, format string, args ...any) *problem.Problem {
	// Only the adapter itself may have named the ID.
	if hidden, _ := document.Hidden(id, ""); hidden >= 0 || len(id) > MaxLineSize {
		id = strconv.Quote(problem.Excerpt(id, MaxLineSize))
	}
	p := problem.New(problem.AdapterContractViolation,
		"The adapter %s broke the contract rule %q; its provider team must fix it.", id, ruleName(code))
	p.Faults = []problem.Fault{{Field: field, Code: code, Message: fmt.Sprintf(format, args...)}}
	return p
}

// ruleName returns the name of the rule with a code, such as "sorted-and-unique" for
// [problem.ContractSortedAndUnique].
func ruleName(code problem.FaultCode) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(code), "contract_"), "_", "-")
}

// CheckDescription returns the first breach of the contract in a [Description], or nil. It is a
// [*problem.Problem] with the code [problem.AdapterContractViolation]. id is the ID of the provider that
// the host expects.
func CheckDescription(id string, d Description) error {
	c := checker{id}
	if err := c.texts("", d); err != nil {
		return err
	}
	switch {
	case d.ID != id:
		return c.fault(problem.ContractIdentity, "id", "is %q where the host expects %q", d.ID, id)
	case !d.HasRegion(d.DefaultRegion):
		return c.fault(problem.ContractDefaultRegion, "default_region", "%q is not one of the regions", d.DefaultRegion)
	case !versionForm().Has(d.Version):
		return c.fault(problem.ContractDescription, "version", "must be a short release name, such as 1.2.3-rc.1: "+
			"1 to 64 letters, digits, dots, hyphens, plus signs and underscores")
	case d.DisplayName == "":
		return c.fault(problem.ContractDescription, "display_name", "must not be empty")
	}
	return cmp.Or(
		c.sorted("regions", each(d.Regions, func(r profile.Region) string { return r.Name })),
		c.sorted("rules", each(d.Rules, func(r Rule) string { return r.ID })),
		c.sorted("capabilities", d.Capabilities),
		c.settings(d.Settings),
		c.resourceKinds(d.ResourceKinds),
		c.choices(d.Choices),
		c.ruleFields(d.Rules),
		c.reads("estimate_reads", d.EstimateReads),
	)
}

// resourceKinds returns an error if kinds are not sorted, or if one lacks a name or a role. It accepts
// unknown roles, which a newer contract may have.
func (c checker) resourceKinds(kinds []profile.ResourceKind) error {
	for i, k := range kinds {
		if k.Resource == "" || k.Role == "" || k.DisplayName == "" {
			return c.fault(problem.ContractWords, at("resource_kinds", i), "resource, role and display_name must not be empty")
		}
	}
	return c.sorted("resource_kinds", each(kinds, func(k profile.ResourceKind) string { return k.Resource }))
}

// choices returns an error if choices are not sorted, or if one is not for a field of a request with a
// list of values.
func (c checker) choices(choices []profile.Choice) error {
	for i, choice := range choices {
		switch f, ok := request.FieldNamed(choice.Field); {
		case !ok || f.Values == nil:
			return c.fault(problem.ContractRequestField, at("choices", i), "%q is no field of a request with a list of values",
				choice.Field)
		case choice.Value == "" || choice.Text == "":
			return c.fault(problem.ContractWords, at("choices", i), "value and text must not be empty")
		}
	}
	return c.sorted("choices", each(choices, choiceKey))
}

// choiceKey returns the sort key of a choice: its field and value.
func choiceKey(c profile.Choice) string { return c.Field + "=" + c.Value }

func each[From, To any](items []From, convert func(From) To) []To {
	converted := make([]To, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// CheckEvaluation returns the first breach of the contract in an [Evaluation] of an input, or nil. See
// [CheckDescription] for the type of the error.
func CheckEvaluation(d Description, in Input, e Evaluation) error {
	c := checker{d.ID}
	if err := c.texts("", e); err != nil {
		return err
	}
	return cmp.Or(
		c.findings("violations", d, in.Request, profile.Mandatory, e.Violations),
		c.findings("advisories", d, in.Request, profile.Advisory, e.Advisories),
		c.resources(e.Resources),
		c.upheld(d, in, e.Resources),
		c.estimate(e),
	)
}

// CheckGeneration returns the first breach of the contract in a [Generation], or nil. See
// [CheckDescription] for the type of the error.
func CheckGeneration(id string, g Generation) error {
	c := checker{id}
	return cmp.Or(
		c.files(g.Files),
		c.texts("", g),
		c.lines("placement", each(g.Placement,
			func(p PlacementPart) []string { return []string{p.Name, p.Boundary, p.ID, p.Holds} })),
		c.lines("rationale", each(g.Rationale, func(r Reason) []string { return []string{r.Field, r.Text} })),
		c.replacements(g.Replacements),
		c.needs(g.Needs),
	)
}

func (c checker) replacements(list []Replacement) error {
	for i, r := range list {
		entry := at("replacements", i)
		if r.Type == "" || len(r.Properties) == 0 || slices.Contains(r.Properties, "") {
			return c.fault(problem.ContractWords, entry, "the type and each property must be named")
		}
		if err := c.sorted(entry+".properties", r.Properties); err != nil {
			return err
		}
	}
	return c.sorted("replacements", each(list, func(r Replacement) string { return r.Type }))
}

// needs returns an error if a need has an unknown kind or an empty text, occurs twice, or is not in
// order.
func (c checker) needs(list []Need) error {
	seen := map[Need]bool{}
	for i, n := range list {
		entry, named := at("needs", i), Need{Kind: n.Kind, Name: n.Name}
		switch {
		case !slices.Contains(NeedKinds(), n.Kind):
			return c.fault(problem.ContractNeed, entry, "%q is not a kind of need", n.Kind)
		case n.Name == "" || n.Text == "":
			return c.fault(problem.ContractWords, entry, "no text of it must be empty")
		case seen[named]:
			return c.fault(problem.ContractSortedAndUnique, entry, "the %s %q must be there once", n.Kind, n.Name)
		case i > 0 && compareNeeds(list[i-1], n) > 0:
			return c.fault(problem.ContractSortedAndUnique, entry, "the %s %q must come before the %s %q", n.Kind, n.Name,
				list[i-1].Kind, list[i-1].Name)
		}
		seen[named] = true
	}
	return nil
}

// lines returns an error if a text of an entry is empty, or if the entries are not sorted by their first
// text.
func (c checker) lines(list string, entries [][]string) error {
	for i, texts := range entries {
		if slices.Contains(texts, "") {
			return c.fault(problem.ContractWords, at(list, i), "no text of it must be empty")
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
		if err := c.content(f); err != nil {
			return err
		}
	}
	return nil
}

// checker checks the answers of one adapter.
type checker struct{ id string }

func (c checker) fault(code problem.FaultCode, field, format string, args ...any) error {
	return Breach(c.id, code, field, format, args...)
}

// sorted returns an error unless names are sorted and unique.
func (c checker) sorted(field string, names []string) error {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return c.fault(problem.ContractSortedAndUnique, at(field, i), "%q must come before %q, once", names[i], names[i-1])
		}
	}
	return nil
}

func (c checker) ruleFields(rules []Rule) error {
	for i, r := range rules {
		rule := at("rules", i)
		if !strings.HasPrefix(r.ID, c.id+".") {
			return c.fault(problem.ContractRulePrefix, rule, "the ID %q must start with %q", r.ID, c.id+".")
		}
		if !slices.Contains(request.FieldNames(), r.Field) {
			return c.fault(problem.ContractRequestField, rule, "%q is not a field of a request", r.Field)
		}
		if err := cmp.Or(c.reads(rule+".reads", r.Reads), c.until(rule, r)); err != nil {
			return err
		}
	}
	return nil
}

// until returns an error if the end of a rule is not a date. A rule with an end must be advisory, and have
// a message and a remediation.
func (c checker) until(rule string, r Rule) error {
	if r.Until == "" {
		return nil
	}
	if _, err := request.ParseDate(string(r.Until)); err != nil {
		return c.fault(problem.ContractDescription, rule+".until", "%v", err)
	}
	switch {
	case r.Level != profile.Advisory:
		return c.fault(problem.ContractDescription, rule+".until", "is only for advisory rules")
	case r.Message == "" || r.Remediation == "":
		return c.fault(problem.ContractWords, rule, "a rule with an end needs a message and a remediation")
	}
	return nil
}

// reads returns an error if a name is not a field of a request, or if names are not sorted.
func (c checker) reads(list string, names []string) error {
	for i, name := range names {
		if _, ok := request.FieldNamed(name); !ok {
			return c.fault(problem.ContractRequestField, at(list, i), "%q is not a field of a request", name)
		}
	}
	return c.sorted(list, names)
}

func (c checker) findings(list string, d Description, req request.Request, level profile.Level,
	found []request.Violation) error {
	for i, v := range found {
		finding := at(list, i)
		declared := slices.IndexFunc(d.Rules, func(r Rule) bool {
			return r.ID == v.PolicyID && r.Field == v.Field && r.Level == level && r.Until == ""
		})
		switch {
		case declared < 0:
			return c.fault(problem.ContractDeclaredRules, finding, "%q on %q is no %s rule of the description", v.PolicyID,
				v.Field, level)
		case v.Source != request.SourceProvider:
			return c.fault(problem.ContractSource, finding, "has the source %q instead of %q", v.Source, request.SourceProvider)
		case v.Message == "" || v.Remediation == "" || v.Expected == "":
			return c.fault(problem.ContractWords, finding, "message, remediation and expected must not be empty")
		case len(v.Message)+len(v.Remediation)+len(v.Expected) > MaxTextSize:
			return c.fault(problem.ContractSize, finding, "has more than %d bytes of text", MaxTextSize)
		}
		if _, err := req.With(v.Field, v.Suggestion); err != nil && !v.Suggestion.IsZero() {
			return c.fault(problem.ContractSuggestion, finding, "suggests %q, which %s cannot take", v.Suggestion.String(),
				v.Field)
		}
	}
	return c.sorted(list, each(found, func(v request.Violation) string { return v.Field + "\x00" + v.PolicyID }))
}

func (c checker) resources(resources []request.Resource) error {
	addresses := each(resources, func(r request.Resource) string { return r.Address })
	if err := c.sorted("resources", addresses); err != nil {
		return err
	}
	controls, parents := request.AllControls(), make([]int, len(resources))
	for i := range resources {
		r := &resources[i]
		if rest, ok := strings.CutPrefix(r.Address, r.Type); !ok || r.Type == "" || !strings.HasPrefix(rest, ".") {
			return c.fault(problem.ContractAddress, at("resources", i), "the address %q does not start with the type %q",
				r.Address, r.Type)
		}
		parent, ok := slices.BinarySearch(addresses, r.Parent)
		switch {
		case r.Parent == "":
			parent = -1
		case !ok:
			return c.fault(problem.ContractParent, at("resources", i), "the parent %q is not among the resources", r.Parent)
		}
		parents[i] = parent
		if !r.MonthlyCost.InRange() {
			return c.fault(problem.ContractEstimate, at("resources", i)+".monthly_cost",
				"%s costs %s a month; a cost is from 0.00 to %s", r.Address, r.MonthlyCost, request.MaxCost)
		}
		if err := c.controls(i, r.Controls, controls); err != nil {
			return err
		}
	}
	if i := findCycle(parents); i >= 0 {
		return c.fault(problem.ContractParent, at("resources", i), "%s is inside itself, by its parent %s", addresses[i],
			resources[i].Parent)
	}
	return nil
}

// findCycle returns the index of a resource that is its own ancestor, or -1. parents has the index of
// the parent of each resource, and -1 for a root.
func findCycle(parents []int) int {
	seen := make([]int, len(parents)) // the start of the walk that visited a resource, plus 1
	for start := range parents {
		for i := start; i >= 0 && seen[i] == 0; i = parents[i] {
			seen[i] = start + 1
			if parent := parents[i]; parent >= 0 && seen[parent] == start+1 {
				return parent
			}
		}
	}
	return -1
}

// controls returns an error if upheld, the controls of one resource, are not sorted, or are not all among
// the known controls.
func (c checker) controls(resource int, upheld, all []request.Control) error {
	for i, control := range upheld {
		switch {
		case !slices.Contains(all, control):
			return c.fault(problem.ContractControls, at("resources", resource), "%q is not a control", control)
		case i > 0 && upheld[i-1] >= control:
			return c.sorted(at("resources", resource)+".controls", each(upheld,
				func(u request.Control) string { return string(u) }))
		}
	}
	return nil
}

// estimate returns an error if the items or the totals are wrong. Each item belongs to a resource. If
// there are no resources, the item may still have a cost. The resources are sorted by address.
func (c checker) estimate(e Evaluation) error {
	for i, item := range e.Estimate.Items {
		_, ok := slices.BinarySearchFunc(e.Resources, item.Address, func(r request.Resource, address string) int {
			return strings.Compare(r.Address, address)
		})
		if !ok && len(e.Resources) > 0 {
			return c.fault(problem.ContractEstimate, at("estimate.items", i), "is for %q, which is not among the resources",
				item.Address)
		}
		switch {
		case !slices.Contains(request.Bases(), item.Basis):
			return c.fault(problem.ContractEstimate, at("estimate.items", i)+".basis", "is %q, not fixed, assumed or usage",
				item.Basis)
		case !item.Counted() && (item.MonthlyCost.Known || item.Quantity != ""):
			return c.fault(problem.ContractEstimate, at("estimate.items", i), "depends on use and has a quantity or a cost")
		case !item.MonthlyCost.InRange():
			return c.fault(problem.ContractEstimate, at("estimate.items", i)+".monthly_cost",
				"%q of %s costs %s a month; a cost is from 0.00 to %s", item.Item, item.Address, item.MonthlyCost, request.MaxCost)
		}
	}
	if err := c.totals(e.Estimate); err != nil {
		return err
	}
	return c.sorted("estimate.items", each(e.Estimate.Items,
		func(i request.EstimateItem) string { return i.Address + "\x00" + i.Item }))
}

func (c checker) totals(e request.Estimate) error {
	known, monthly := request.Totals(e.Items)
	switch {
	case e.HighestTotal.Known && (monthly.Known || e.HighestTotal.Cents < known.Cents || !e.HighestTotal.InRange()):
		return c.fault(problem.ContractEstimate, "estimate.highest_total", "is %s where the items come to %s", e.HighestTotal,
			cmp.Or(monthly, known))
	case len(e.Items) == 0 && (!e.KnownTotal.InRange() || !e.MonthlyTotal.InRange()):
		return c.fault(problem.ContractEstimate, "estimate.monthly_total", "is %s without an item", e.MonthlyTotal)
	case len(e.Items) == 0:
		return nil
	case known != e.KnownTotal:
		return c.fault(problem.ContractEstimate, "estimate.known_total", "is %s where the items with a price come to %s",
			e.KnownTotal, known)
	case monthly != e.MonthlyTotal:
		return c.fault(problem.ContractEstimate, "estimate.monthly_total", "is %s where the items come to %s", e.MonthlyTotal,
			monthly)
	}
	return nil
}

// CheckChecks returns the first breach of the contract in the readiness checks of an adapter, or nil. See
// [CheckDescription] for the type of the error.
func CheckChecks(id string, checks []profile.Check) error {
	c := checker{id}
	if err := c.texts("checks", checks); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, check := range checks {
		entry := at("checks", i)
		switch {
		case !strings.HasPrefix(check.ID, id+".") || seen[check.ID]:
			return c.fault(problem.ContractCheckID, entry, "the ID %q must start with %q and be unique", check.ID, id+".")
		case check.Title == "" || check.Message == "":
			return c.fault(problem.ContractWords, entry, "title and message must not be empty")
		case check.Status != profile.Passed && check.Status != profile.Warning && check.Status != profile.Failed:
			return c.fault(problem.ContractStatus, entry, "%q is not a status of a check", check.Status)
		case check.Status != profile.Passed && check.Remediation == "":
			return c.fault(problem.ContractWords, entry, "a check that did not pass needs a remediation")
		case check.Field != "" && (check.Status != profile.Failed || !strings.HasPrefix(check.Field, SettingsField+".")):
			return c.fault(problem.ContractStatus, entry, "only a failed check of a setting has a field, which starts with %q",
				SettingsField+".")
		}
		seen[check.ID] = true
	}
	return nil
}
