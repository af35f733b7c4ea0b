// Package api is the portal's only way to the platform: a client of the HTTP
// API, typed by the core's own types. Every call is bounded in time and in
// bytes. An answer that the API means as a refusal comes back as a
// *problem.Problem; everything else that goes wrong is a *Failure.
package api
