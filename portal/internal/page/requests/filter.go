package requests

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
)

// Filter is the form above the list.
type Filter struct {
	Application, Owner    string
	Decision, Environment []form.Option
	// Newest means that what arrived last comes first.
	Newest bool
	values url.Values
}

// The filters that are no field of a request.
const (
	decisionName = "decision"
	orderName    = "order"
)

// names are the filters, in the order of the form.
var names = []string{request.ApplicationField, request.OwnerField, request.EnvironmentField, decisionName, orderName}

func newFilter(query url.Values) Filter {
	values := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(query.Get(name)); value != "" {
			values.Set(name, value)
		}
	}
	return Filter{
		Application: values.Get(request.ApplicationField), Owner: values.Get(request.OwnerField), values: values,
		Newest:      values.Get(orderName) == api.Newest,
		Decision:    options(values.Get(decisionName), string(request.Accepted), string(request.Denied)),
		Environment: options(values.Get(request.EnvironmentField), request.Environments()...),
	}
}

// options are the values of a filter, the empty one first.
func options(chosen string, choices ...string) []form.Option {
	var list []form.Option
	for _, choice := range choices {
		list = append(list, form.Option{Value: choice, Chosen: choice == chosen})
	}
	return list
}

// selection is the filter as the API reads it. Records hold applications and
// owners in lower case.
func (f Filter) selection(after string) api.Selection {
	return api.Selection{
		Application: strings.ToLower(f.Application), Owner: strings.ToLower(f.Owner),
		Environment: f.values.Get(request.EnvironmentField), Decision: f.values.Get(decisionName), After: after, Limit: size,
		Order: f.values.Get(orderName),
	}
}

// filtered reports whether the list leaves requests out.
func (f Filter) filtered() bool {
	return slices.ContainsFunc(names, func(name string) bool { return name != orderName && f.values.Has(name) })
}

// order says in words how the list is ordered.
func (f Filter) order() string {
	if f.Newest {
		return "the newest first"
	}
	return "in ID order"
}

// all is how many requests the filter keeps, of the figures; 0 where they do not
// tell.
func (f Filter) all(figures api.Figures) int {
	if f.Application+f.Owner+f.values.Get(request.EnvironmentField) != "" {
		return 0
	}
	switch f.values.Get(decisionName) {
	case "":
		return figures.Requests()
	case string(request.Accepted):
		return figures.Accepted
	default:
		return figures.Denied
	}
}

// address is the list with the filter, at a part of it.
func (f Filter) address(part url.Values) string {
	query := url.Values{}
	maps.Copy(query, f.values)
	maps.Copy(query, part)
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
