// Package shim runs in the new process between its start and the adapter's first instruction.
//
// A host starts its own executable again under the name [Marker]. The init function of this
// package notices that before any other package is initialised. It confines its own process by
// the host's [Plan], probes what the kernel now refuses, and sends a [Report] to the host. Then it
// runs the adapter in its own place (execveat(2)). A seccomp filter and a Landlock domain cannot
// be removed, and both survive execve(2). So the package initialisation of the adapter is confined
// as well, and so is an adapter that never calls plugin.Serve.
//
// Package process makes the plan, because it knows what an adapter needs. This package imports only
// runtime, syscall, unsafe and package probe, which imports the same. Go initialises a package as
// soon as its imports are initialised, in the order of import paths. So this package comes right
// after syscall, and ten milliseconds before a server would have initialised its own packages. The
// plan does not come by the environment, because package envguard empties it at the same time.
package shim

// Marker is the name (argv[0]) of an executable that runs as a shim.
const Marker = "platform-adapter-launch"

// The descriptors of a shim besides the standard ones.
const (
	imageDescriptor  = 3 // the adapter's binary
	planDescriptor   = 4 // to read the plan from
	reportDescriptor = 5 // to write the report to
)

// ExecDescriptor is the descriptor to which the shim moves the adapter's binary before it runs it.
// It is also the limit of open descriptors, so nothing can be opened there again. The filter allows
// execveat only for this descriptor and the empty path at [Plan].Empty. So execveat succeeds once.
// 63 is the last descriptor of the kernel's initial table. For a larger one, the kernel would grow
// the table, and wait ten milliseconds for all processors.
const ExecDescriptor = 63
