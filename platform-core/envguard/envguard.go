// Package envguard empties the environment of the process that imports it.
//
// The platform reads no environment variables. Its libraries do: gRPC by
// itself reads some forty while its packages initialise, which switch on logging
// to files, exporters and proxies, and the environment of a developer or of a CI
// job is where cloud credentials are. So the main packages of the server, the
// CLI and the portal import this one, blank, and what is not there can be
// neither read nor handed to a child.
//
// It works because Go initialises packages in the order of their import paths
// as soon as their own imports are ready. This one imports nothing but syscall,
// so it comes before every package that could ask: os, which all ways to ask go
// through, waits for package time, which sorts behind platform.internal. A test
// holds that order. What the Go runtime itself reads before any package
// (GODEBUG, GOGC, GOMAXPROCS, GOMEMLIMIT and the like) stays as it is.
//
// An adapter must not import it: its host hands it the handshake in variables.
package envguard

import "syscall"

func init() { syscall.Clearenv() }
