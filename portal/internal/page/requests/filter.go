package requests

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Filter is the form above the list.
type Filter struct {
	Search string
	// Selects are the filters with a fixed set of values.
	Selects []Select
	// Set means that a value is chosen in one of Selects.
	Set    bool
	values url.Values
}

// Select is a filter with a fixed set of values. All is the text of the empty choice.
type Select struct {
	Name, Label, All string
	Options          []Option
}

// Option is a value and its text.
type Option struct {
	form.Option
	Text string
}

// The query parameters of the filters.
const (
	searchName   = "q"
	decisionName = "decision"
	ruleName     = "policy"
	needsName    = "needs"
)

// names are the filters, in the order of the form.
var names = []string{searchName, decisionName, request.EnvironmentField, request.RegionField, ruleName, needsName}

func newFilter(query url.Values) Filter {
	values := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(strings.ToValidUTF8(query.Get(name), "")); value != "" {
			values.Set(name, value)
		}
	}
	return Filter{Search: values.Get(searchName), values: values}
}

// offer returns the filter with its choices; regions and rules depend on the installation. A value
// from the address is always a choice, so that the form shows it.
func (f Filter) offer(in shell.Installation, rules wire.Policies) Filter {
	var ids []string
	titles := map[string]string{}
	for _, rule := range rules.Items {
		if rule.Level == profile.Mandatory {
			ids, titles[rule.ID] = append(ids, rule.ID), rule.Title
		}
	}
	f.Selects = []Select{
		f.choice(decisionName, "Decision", "Both", nil, string(request.Accepted), string(request.Denied)),
		f.choice(request.EnvironmentField, "Environment", "All", nil, request.Environments()...),
		f.choice(request.RegionField, "Region", "All", nil, in.Regions...),
		f.choice(ruleName, "Denied by", "Any rule or none", titles, ids...),
		f.choice(needsName, "Needs attention", "All requests", listing.Needs(), listing.NeedNames()...),
	}
	f.Set = slices.ContainsFunc(names[1:], f.values.Has)
	return f
}

func (f Filter) choice(name, label, all string, texts map[string]string, values ...string) Select {
	chosen := f.values.Get(name)
	if chosen != "" && !slices.Contains(values, chosen) {
		values = append(slices.Clone(values), chosen)
	}
	s := Select{Name: name, Label: label, All: all}
	for _, value := range values {
		text := texts[value]
		if text == "" {
			text = value
		}
		s.Options = append(s.Options, Option{form.Option{Value: value, Chosen: value == chosen}, text})
	}
	return s
}

// selection returns the filter as query parameters of the API.
func (f Filter) selection(part listing.Part) api.Selection {
	return api.Selection{
		Search: f.Search, Decision: f.values.Get(decisionName), Environment: f.values.Get(request.EnvironmentField),
		Region: f.values.Get(request.RegionField), Policy: f.values.Get(ruleName), Needs: f.values.Get(needsName),
		After: part.After, Before: part.Before, Limit: size,
	}
}

// filtered reports whether any filter is set.
func (f Filter) filtered() bool { return len(f.values) > 0 }

// all returns the number of requests that match the filter, or 0 if the figures do not contain it.
func (f Filter) all(figures api.Figures) int {
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

// address returns the address of the list with the filter, at a part of it.
func (f Filter) address(part url.Values) string {
	query := url.Values{}
	maps.Copy(query, f.values)
	maps.Copy(query, part)
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
