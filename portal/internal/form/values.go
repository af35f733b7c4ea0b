package form

import (
	"crypto/rand"
	"maps"
	"net/url"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Values are the values that the user entered, by field and unchanged, and [FollowedFacts].
type Values map[string]string

// FollowedFacts is the input with the facts of the fix that the user has taken, which the form shows first.
const FollowedFacts = "facts"

// factsOf returns the names of the facts that a fix needs.
func factsOf(a wire.Alternative) string {
	names := make([]string, len(a.Confirm))
	for i, c := range a.Confirm {
		names[i] = c.Field
	}
	return strings.Join(names, ",")
}

// Follow returns the end of a query that makes the form show the fix first. It is empty if the fix needs no facts.
func Follow(a wire.Alternative) string {
	if len(a.Confirm) == 0 {
		return ""
	}
	return "&" + url.Values{FollowedFacts: {factsOf(a)}}.Encode()
}

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
	return values.following(sent)
}

// following adds the facts that are followed in a query, if it has any.
func (v Values) following(query url.Values) Values {
	if query.Has(FollowedFacts) {
		v[FollowedFacts] = query.Get(FollowedFacts)
	}
	return v
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

// With returns the [Values] after the changes. It omits changes of fields that the form does not
// have.
func (v Values) With(changes []request.Change) Values {
	changed := maps.Clone(v)
	for _, c := range changes {
		if Contains(c.Field) {
			changed[c.Field] = c.To.String()
		}
	}
	return changed
}

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

// Using returns the [Values] after a button sent the query of [Use], and the labels of the fields
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
	return changed.following(filled), labels
}

// NewKey returns a new idempotency key. One attempt to send a form and all its retries use the same
// key.
func NewKey() string { return rand.Text() } // a key must be unique; it is not evidence
