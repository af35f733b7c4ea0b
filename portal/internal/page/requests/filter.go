package requests

import (
	"net/url"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// filter is the form above the list.
type filter struct {
	parts.Sorting
	Search string
	// Selects are the filters with a fixed set of values.
	Selects []choice
	// Set means that a value is chosen in one of Selects.
	Set    bool
	values url.Values
}

// choice is a filter with a fixed set of values. All is the text of the empty choice.
type choice struct {
	Name, Label, All string
	Chosen           string
	Values           []string
	// Texts are the texts of values that have one.
	Texts map[string]string
}

// The query parameters of the filters.
const (
	searchName   = "q"
	decisionName = "decision"
	ruleName     = "policy"
	needsName    = "needs"
)

// names are the filters, in the order of the form.
var names = []string{
	searchName, parts.OrderName, decisionName, request.EnvironmentField, request.RegionField, ruleName, needsName,
}

func newFilter(query url.Values) filter {
	values := parts.ReadFilter(query, names...)
	return filter{Search: values.Get(searchName), Sorting: parts.NewSorting(path, values), values: values}
}

// offer returns the filter with its choices; regions and rules depend on the installation. A value
// from the address is always a choice, so that the form shows it.
func (f filter) offer(in shell.InstallationState, rules wire.Policies) filter {
	var ids []string
	titles := map[string]string{}
	for _, rule := range rules.Items {
		if rule.Level == profile.Mandatory {
			ids, titles[rule.ID] = append(ids, rule.ID), rule.Title
		}
	}
	needs := map[string]string{}
	for _, need := range parts.Needs() {
		needs[need.ID] = need.Name
	}
	f.Selects = []choice{
		{Name: decisionName, Label: "Decision", All: "Both",
			Values: []string{string(request.Accepted), string(request.Denied)}},
		{Name: request.EnvironmentField, Label: "Environment", All: "All", Values: request.Environments()},
		{Name: request.RegionField, Label: "Region", All: "All", Values: in.AllowedRegions},
		{Name: ruleName, Label: "Denied by", All: "Any rule or none", Values: ids, Texts: titles},
		{Name: needsName, Label: "Needs attention", All: "All requests", Texts: needs,
			Values: []string{parts.Correction, parts.Renewal, parts.Budget}},
	}
	for i := range f.Selects {
		c := &f.Selects[i]
		if c.Chosen = f.values.Get(c.Name); c.Chosen != "" && !slices.Contains(c.Values, c.Chosen) {
			c.Values = append(slices.Clone(c.Values), c.Chosen)
		}
	}
	f.Set = slices.ContainsFunc(names[2:], f.values.Has)
	return f
}

// selection returns the filter as query parameters of the API.
func (f filter) selection(part part) api.Selection {
	return api.Selection{
		Search: f.Search, Decision: f.values.Get(decisionName), Environment: f.values.Get(request.EnvironmentField),
		Region: f.values.Get(request.RegionField), Policy: f.values.Get(ruleName), Needs: f.values.Get(needsName),
		Order: f.Order, After: part.After, Before: part.Before, Limit: size,
	}
}

// all returns the number of requests that match the filter, or 0 if the figures do not contain it.
func (f filter) all(figures api.Figures) int {
	switch {
	case len(f.values) == 0:
		return figures.Requests()
	case len(f.values) == 1 && f.values.Get(decisionName) == string(request.Accepted):
		return figures.Accepted
	case len(f.values) == 1 && f.values.Get(decisionName) == string(request.Denied):
		return figures.Denied
	case len(f.values) == 1:
		return figures.Violations[f.values.Get(ruleName)]
	default:
		return 0
	}
}
