//go:build linux && (amd64 || arm64)

package box

import (
	"cmp"
	"os"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/provider/plugin/internal/shim"
)

// Launch is what an adapter's process needs of its box.
type Launch struct {
	// PID is the process's, before it is the adapter.
	PID int
	// Name is the adapter's argv[0], Environment all that it sees of one.
	Name        string
	Environment []string
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder where it makes its socket.
	Sockets string
	// Loaded tells that the binary needs a dynamic loader.
	Loaded bool
	// Memory bounds what it can write to, in bytes.
	Memory uint64
}

// Plan returns what the shim has to do.
func (l Launch) Plan() shim.Plan {
	version := generation()
	rules := []shim.Rule{{Path: l.Sockets, Access: socketAccess}}
	if l.Loaded {
		rules = append(rules, libraries()...)
	}
	return shim.Plan{
		Parent:      os.Getpid(),
		Limits:      l.limits(),
		Ruleset:     forbidding(version).encoded(version),
		Rules:       rules,
		ImageAccess: readAccess,
		Filter:      encoded(program(architecture, launching(l.PID, l.Loaded))),
		Name:        l.Name,
		Environment: l.Environment,
		Directory:   cmp.Or(l.Directory, "/"),
	}
}

// limits bound the process: getrlimit(2). RLIMIT_DATA counts every private
// writable page, and unlike RLIMIT_AS not what Go merely reserves. A file that
// is not opened cannot grow either, and a core dump would be one.
func (l Launch) limits() []shim.Limit {
	return []shim.Limit{
		{Resource: unix.RLIMIT_NOFILE, Most: shim.ExecDescriptor},
		{Resource: unix.RLIMIT_CORE, Most: 0},
		{Resource: unix.RLIMIT_FSIZE, Most: 0},
		{Resource: unix.RLIMIT_DATA, Most: l.Memory},
	}
}

// Launched returns the Report of what a shim reported.
func Launched(r shim.Report) Report {
	return Report{Seccomp: r.Seccomp == 0, Landlock: r.Landlock == 0, Open: r.Open}
}
