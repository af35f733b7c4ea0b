// Package serve has the shared code of the platform's servers: flags, log, HTTP limits, metrics and shutdown.
//
// A command calls [Main] with its run function. That parses [Flags], makes a log with [Flags.NewLog], and calls
// [Flags.Serve] with a [Server]. [Log.Report] prints an error and returns the exit code. [Serve] answers one listener,
// [Observed] gives each request an ID and a log line, and [Below] serves a handler under a path prefix.
package serve
