// Package shim runs between the start of an adapter's process and the adapter's
// first instruction. A host starts its own executable once more, under the name
// Marker; this package sees that before any other package of the executable is
// initialised, confines its own process as the host's Plan says, probes what the
// kernel now refuses, reports that to the host, and runs the adapter's bytes in
// its own place (execveat(2)). Neither a seccomp filter nor a Landlock domain can
// be taken off, and both survive execve(2). So the adapter's package
// initialisation is confined as well, and an adapter that never calls
// plugin.Serve.
//
// The plan is made by package process, which knows what an adapter needs. This
// package only carries it out, and imports only runtime, syscall and unsafe (package probe
// does the same): Go initialises packages by import path as soon as what they
// import is ready, so this one comes right after syscall, ten milliseconds before
// a server's or CLI's own packages would be through. The environment is no part
// of the plan's transport, because package envguard empties it at the same early
// moment.
package shim

// Marker is the name (argv[0]) under which an executable is a shim.
const Marker = "platform-adapter-launch"

// The descriptors that a shim is started with, beside the standard ones.
const (
	imageDescriptor  = 3 // the adapter's bytes
	planDescriptor   = 4 // where the plan comes from, to its end
	reportDescriptor = 5 // where the report goes
)

// ExecDescriptor is where the shim moves the adapter's bytes before it runs
// them. It is at once the limit of open descriptors, so that nothing can be
// opened there again, and a filter that lets execveat pass for this descriptor
// and an empty path lets it pass once. That the path is empty the filter knows
// from its address: Plan.Empty. It is the last one of the table that the kernel makes at the
// start: for another it would make a larger one, and for a process with threads wait ten
// milliseconds for all its processors.
const ExecDescriptor = 63
