package request

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// The environments that can be requested.
const (
	Development = "development"
	Test        = "test"
	Production  = "production"
)

// The data classifications, from open to closed.
const (
	Public       = "public"
	Internal     = "internal"
	Confidential = "confidential"
	Restricted   = "restricted"
)

// The cluster sizes, from small to large.
const (
	Small  = "small"
	Medium = "medium"
	Large  = "large"
)

// Environments returns the environments in the order in which forms show them.
func Environments() []string { return []string{Development, Test, Production} }

// Classifications returns the data classifications from open to closed.
func Classifications() []string { return []string{Public, Internal, Confidential, Restricted} }

// Sizes returns the cluster sizes from small to large.
func Sizes() []string { return []string{Small, Medium, Large} }

// Bounds of single fields.
const (
	MaxBudget        = 1_000_000 // whole US dollars a month
	MinJustification = 10        // characters after normalising
	MaxJustification = 500       // characters after normalising
)

// Control is one of the four mandated controls, which resources uphold.
type Control string

// The mandated controls.
const (
	CentralLogging   Control = "central_logging"
	EncryptionAtRest Control = "encryption_at_rest"
	LeastPrivilege   Control = "least_privilege"
	PrivateCluster   Control = "private_cluster"
)

// AllControls returns the four controls, sorted.
func AllControls() []Control {
	return []Control{CentralLogging, EncryptionAtRest, LeastPrivilege, PrivateCluster}
}

// Template returns the request with the example of each field, for a region.
func Template(region string) Request {
	r := Partial{}.Filled()
	r.Region = region
	return r
}

// Value returns the value of the field with the dotted name. It returns the zero [Value] if the request has none, or if
// no scalar field has the name.
func (r Request) Value(field string) Value {
	at, ok := fieldIndex[field]
	if !ok {
		return Value{}
	}
	return fields[at].get(&r)
}

// Differences returns the names of the fields in which two requests differ, in the order of [Fields].
func Differences(a, b Request) []string {
	if a == b {
		return nil
	}
	names := make([]string, 0, len(fields)/2) // more than a fix changes
	for i := range fields {
		if fields[i].get(&a) != fields[i].get(&b) {
			names = append(names, fields[i].Name)
		}
	}
	return names
}

// With returns the request with one field changed, in normal form. The zero [Value] removes an optional value. It fails
// with a [problem.Problem] if the field cannot take the value.
func (r Request) With(field string, v Value) (Request, error) {
	if err := r.Set(field, v); err != nil {
		return Request{}, err
	}
	return r, nil
}

// Set is [Request.With] in place. It does not change r if it fails.
func (r *Request) Set(field string, v Value) error {
	at, ok := fieldIndex[field]
	if !ok {
		return problem.Invalid(problem.InvalidRequest, "request", []problem.Fault{{
			Field: field, Code: problem.FaultUnknown,
			Message: "is not a field here; the fields are " + strings.Join(fieldNames, ", "),
		}})
	}
	return fields[at].Set(r, v)
}

// Set is [Request.Set] for the field.
func (f *Field) Set(r *Request, v Value) error {
	if v.IsZero() && f.Optional && f.Kind == TextValue {
		v = Text("")
	}
	v = f.normalised(v)
	if fault := f.fault(v); fault != "" {
		code := problem.FaultForm
		if v.Kind != f.Kind {
			code = problem.FaultType
		}
		return problem.Invalid(
			problem.InvalidRequest,
			"request",
			[]problem.Fault{{Field: f.Name, Code: code, Message: fault}},
		)
	}
	f.set(r, v)
	return nil
}

func (r *Request) networkValue() Value {
	if !r.NetworkCIDR.IsValid() {
		return Value{}
	}
	return Text(r.NetworkCIDR.String())
}
