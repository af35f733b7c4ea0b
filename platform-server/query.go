package server

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

const (
	// maxLimit is the largest page.
	maxLimit = 1000
	// maxSearch bounds the text of a search. The longest field that is searched has that number of characters.
	maxSearch = 254
)

// The parameters of a page's neighbours.
const (
	afterParameter  = "after"
	beforeParameter = "before"
)

// query reads the parameters of a list and collects their faults.
type query struct {
	values url.Values
	known  []string
	found  []problem.Fault
}

func readQuery(r *http.Request) *query {
	values, err := url.ParseQuery(r.URL.RawQuery)
	q := &query{values: values}
	if err != nil {
		q.fault("", problem.FaultSyntax, "the query is not well-formed; escape its values")
	}
	return q
}

func (q *query) fault(field string, code problem.FaultCode, format string, args ...any) {
	q.found = append(q.found, problem.Fault{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
}

// text returns the value of a parameter, in the normal form of the request field with that name; empty if it is absent.
func (q *query) text(name string) string {
	q.known = append(q.known, name)
	values := q.values[name]
	switch {
	case len(values) == 0:
		return ""
	case len(values) > 1:
		q.fault(name, problem.FaultDuplicate, "is given %d times; give it once", len(values))
	case !utf8.ValidString(values[0]):
		q.fault(name, problem.FaultSyntax, "is not UTF-8; escape its characters as UTF-8")
	case strings.TrimSpace(values[0]) == "":
		q.fault(name, problem.FaultMissing, "is empty; write a value or leave the parameter out")
	}
	return request.NormalText(name, values[0])
}

// choice returns the value of a parameter that is one of allowed.
func (q *query) choice(name string, allowed ...string) string {
	value := strings.ToLower(strings.TrimSpace(q.text(name)))
	if value != "" && !slices.Contains(allowed, value) {
		q.fault(name, problem.FaultUnsupported, "must be one of %s", strings.Join(allowed, ", "))
	}
	return value
}

// isTrue reports whether a parameter that is true or false is true.
func (q *query) isTrue(name string) bool { return q.choice(name, "true", "false") == "true" }

// field returns the value of a parameter that is a value of the request field with that name, in normal form.
func (q *query) field(name string) string {
	value := q.text(name)
	if value == "" {
		return ""
	}
	var probe request.Request
	if err := probe.Set(name, request.Text(value)); err != nil {
		q.found = append(q.found, problem.From(err).Faults...)
	}
	return value
}

// policy returns the parameter that is the ID of a rule.
func (q *query) policy() string {
	id := strings.ToLower(strings.TrimSpace(q.text("policy")))
	if id != "" && !policy.IsRuleID(id) {
		q.fault(
			"policy",
			problem.FaultForm,
			"must be the ID of a rule, such as common.network.size; GET /v1/platform/policies lists them",
		)
	}
	return id
}

// search returns the parameter that is a text to look for.
func (q *query) search() string {
	text := q.text("q")
	if utf8.RuneCountInString(text) > maxSearch {
		q.fault("q", problem.FaultForm, "must have at most %d characters", maxSearch)
	}
	return text
}

// read returns the value that parse reads from a parameter, or the zero value if the parameter is absent or empty.
func read[T any](q *query, name string, parse func(string) (T, error)) (value T) {
	text := strings.TrimSpace(q.text(name))
	if text == "" {
		return value
	}
	value, err := parse(text)
	if err != nil {
		q.fault(name, problem.FaultForm, "%v", err)
	}
	return value
}

func (q *query) page() store.Page {
	return store.Page{
		After:  q.text(afterParameter),
		Before: q.text(beforeParameter),
		Order:  store.Order(q.choice("order", store.Orders()...)),
		Limit:  q.limit(),
	}
}

// limit returns the parameter that is the greatest number of entries, or 0 if it is absent.
func (q *query) limit() int {
	limit := q.text("limit")
	if limit == "" {
		return 0
	}
	n, err := strconv.Atoi(limit)
	if err != nil || n < 1 || n > maxLimit || strconv.Itoa(n) != limit {
		q.fault("limit", problem.FaultForm, "must be a whole number from 1 to %d", maxLimit)
	}
	return n
}

// faults returns the faults of the query, also for unknown parameters, as a [problem.Problem]; nil for none.
func (q *query) faults() error {
	for _, name := range slices.Sorted(maps.Keys(q.values)) {
		if !slices.Contains(q.known, name) {
			q.fault(
				shown(name),
				problem.FaultUnknown,
				"is not a parameter here; the parameters are %s",
				strings.Join(q.known, ", "),
			)
		}
	}
	if p := problem.Invalid(problem.InvalidRequest, "query", q.found); p != nil {
		return p
	}
	return nil
}
