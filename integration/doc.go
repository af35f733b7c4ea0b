// Package integration is the map of this module: tests over all the others, most
// of them with the binaries that `make build` leaves. It holds no code.
//
//	adapters   adapters that fail or attack: confinement, lost calls, messages of failures
//	api        the HTTP API over real connections, with a real adapter process
//	bench      the table of make bench: ratios to minimal programs and to other policy engines
//	browser    the portal in a real Chromium, before the real API
//	build      the binaries and processes that the other tests use
//	ci         the scripts of .ci: installing packages, excused scans, allowed skips
//	environ    that no environment variable is read, and adapters are given none
//	fields     that a new field of a request is an entry in the table and the proto
//	kit        docs/adapters.md, run step by step
//	layering   who may import whom, and who may use files, network, clock and the like
//	scripts    the command `platform` as a process, in scripts for testscript
//	terraform  the adapters' Terraform, checked with OpenTofu and tfsec
//	views      that the service object, API, CLI and portal give the same bytes
package integration
