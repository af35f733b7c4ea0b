package form

import (
	"maps"
	"net/url"

	"platform.internal/platform-core/request"
)

// Values are the values that the user entered, by field and unchanged.
type Values map[string]string

// On is the value of a [Switch] that is on.
const On = "true"

// Read returns the [Values] of a submitted form. A hidden input sends a switch as "false". If it is
// on, the checkbox then sends "true". The last value counts.
func Read(sent url.Values) Values {
	values := Values{}
	for _, f := range All() {
		if all := sent[f.Name]; len(all) > 0 {
			values[f.Name] = all[len(all)-1]
		}
	}
	return values
}

// Fresh returns the [Values] of a new form: the defaults, and the first allowed region.
func Fresh(regions []string) Values {
	values := Values{}
	for _, f := range request.Fields() {
		if !f.Default.IsZero() {
			values[f.Name] = f.Default.String()
		}
	}
	if len(regions) > 0 {
		values[request.RegionField] = regions[0]
	}
	return values
}

// Of returns the [Values] of a request.
func Of(request request.Request) Values {
	values := Values{}
	for _, f := range All() {
		values[f.Name] = request.Value(f.Name).String()
	}
	return values
}

// Until returns the values with another expiry date.
func (v Values) Until(day request.Date) Values { return v.having(request.ExpiryField, string(day)) }

// having returns the values with one field changed.
func (v Values) having(field, value string) Values {
	changed := maps.Clone(v)
	changed[field] = value
	return changed
}

// With returns the values after the changes. It omits changes of fields that the form does not
// have.
func (v Values) With(changes []request.Change) Values {
	changed := maps.Clone(v)
	for _, c := range changes {
		if Has(c.Field) {
			changed[c.Field] = c.To.String()
		}
	}
	return changed
}
