// Package policy evaluates a request against rules that are data: the common
// rules and the mode's, in YAML beside this file, and the organisation's own in
// the profile, all in one form and one mechanism. The expressions are CEL,
// type-checked when a Set is compiled. Evaluation is pure: it sees the request,
// the profile, the estimate and the policy date, and nothing else.
//
// The provider's own rules live in its adapter; the service joins the two.
package policy

//go:generate go test -run TestBuiltinRules -update
