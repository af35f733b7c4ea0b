// Package portfolio adds up what a list of evaluated requests asks for: the environments, their networks, their costs
// and the days on which something changes.
//
// [Builder.Add] takes the record of each request, in any order, and [Builder.Build] returns the [Portfolio]. The
// package is pure: it evaluates no rule, reads no file and knows no day. A decision never depends on it.
package portfolio
