package form

import (
	"maps"
	"net/url"
	"strings"

	"platform.internal/platform-core/request"
)

// Use returns the new values of changes as the query that a button of the form sends. Fields are in
// the order of the form; unknown fields are omitted. [Values.Using] reads the query.
func Use(changes []request.Change) string {
	var parts []string
	for _, f := range All() {
		for _, c := range changes {
			if c.Field == f.Name {
				parts = append(parts, url.QueryEscape(f.Name)+"="+url.QueryEscape(c.To.String()))
			}
		}
	}
	return strings.Join(parts, "&")
}

// Using returns the values after a button sent the query of [Use], and the labels of the fields
// that it filled in.
func (v Values) Using(use string) (Values, []string) {
	filled, err := url.ParseQuery(use)
	if err != nil {
		return v, nil
	}
	changed := maps.Clone(v)
	var labels []string
	for _, f := range All() {
		if filled.Has(f.Name) {
			changed[f.Name] = filled.Get(f.Name)
			labels = append(labels, f.Label)
		}
	}
	return changed, labels
}
