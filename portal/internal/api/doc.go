// Package api is a client of the platform's HTTP API, and the portal's only connection to the
// platform.
//
// Create a [Client] with [New], then call its methods; they return the core's own types. A refusal
// by the API is returned as a [*problem.Problem]. Every other failed call is returned as a
// [*Failure]. Time and response size of every call are limited.
package api
