package requests

import (
	"net/url"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
)

// Filter is the form above the list.
type Filter struct {
	Application, Owner    string
	Decision, Environment []form.Option
	values                url.Values
}

// names are the filters, in the order of the form.
var names = []string{"application", "owner", "environment", "decision"}

func newFilter(query url.Values) Filter {
	values := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(query.Get(name)); value != "" {
			values.Set(name, value)
		}
	}
	return Filter{
		Application: values.Get("application"), Owner: values.Get("owner"), values: values,
		Decision:    options(values.Get("decision"), string(environment.Accepted), string(environment.Denied)),
		Environment: options(values.Get("environment"), environment.Environments()...),
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
		Environment: f.values.Get("environment"), Decision: f.values.Get("decision"), After: after, Limit: size,
	}
}

// address is the list with the filter, from the ID on.
func (f Filter) address(after string) string {
	query := url.Values{}
	for name, value := range f.values {
		query[name] = value
	}
	if after != "" {
		query.Set("after", after)
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
