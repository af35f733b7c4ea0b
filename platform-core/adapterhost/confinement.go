package adapterhost

import (
	"slices"
	"strings"

	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/profile"
)

// announced is what an adapter says of its own box; the zero value for nothing.
type announced struct {
	level profile.ConfinementLevel
	open  probe.Set
}

// announcement reads the headers. What is not among the known words is not
// taken up.
func announcement(headers metadata.MD) announced {
	level := profile.ConfinementLevel(strings.Join(headers.Get(rpc.LevelHeader), ","))
	if !slices.Contains(profile.ConfinementLevels(), level) {
		return announced{}
	}
	return announced{level: level, open: probe.Of(strings.Split(strings.Join(headers.Get(rpc.OpenHeader), ","), ","))}
}

// confinement returns what this host vouches for. What its own shim saw before
// the adapter's first instruction counts, if the kernel says that the process
// is still held like that. An adapter's own word raises nothing to enforced:
// its code has run before it spoke, and it may lie.
func theConfinement(p *process.Process, said announced) *profile.Confinement {
	before := p.Box()
	added, held := filters(p.PID())
	c := &profile.Confinement{Level: before.Level(), Host: before.Level(), Adapter: said.level, Open: before.Open.Names()}
	switch {
	case before.Seccomp && (!held || added < 1):
		c.Level, c.Open = profile.Unavailable, nil
	case before.Layers():
	case held && added > 0 && (said.level == profile.Enforced || said.level == profile.Partial):
		c.Level, c.Open = profile.Partial, said.open.Names()
	default:
		c.Open = nil
	}
	return c
}

// filters returns how many seccomp filters every thread of a process has beyond
// those of this host, and whether the kernel keeps them from gaining privileges.
func filters(pid int) (added int, held bool) {
	its, err := confinement.Held(pid)
	if err != nil {
		return 0, false
	}
	own, err := confinement.Own()
	if err != nil {
		return 0, false
	}
	return its.Filters - own.Filters, !its.Privileges
}
