// Package envguard empties the environment of the process that imports it.
//
// Import it for its effect in a main package:
//
//	import _ "platform.internal/platform-core/envguard"
//
// The platform reads no environment variables, but its libraries do. gRPC alone reads about forty while
// its packages initialise. They turn on log files, exporters and proxies. The environment of a developer
// or of a CI job also contains cloud credentials. The server, the CLI and the portal import this package,
// so that no library reads these variables and no child process inherits them.
//
// It works because Go initialises packages in the order of their import paths, as soon as their imports
// are ready. This package imports only [syscall], so it comes before every package that reads a variable.
// All of them use package os. Package os waits for package time, whose path sorts after
// platform.internal. A test checks this order.
//
// The Go runtime reads its own variables before any package, such as GODEBUG, GOGC, GOMAXPROCS and
// GOMEMLIMIT. Envguard does not change their effect.
//
// An adapter must not import this package: its host passes the handshake in variables.
package envguard

import "syscall"

func init() { syscall.Clearenv() }
