package adapterhost

import (
	"cmp"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// Options are the adapters of a [Catalog], and the limits of their processes.
type Options struct {
	// Dir is the folder with the lock file and the locked binaries; empty for none.
	Dir string
	// LockKey is a PEM file with the public key that verifies the signature of the lock file. If
	// it is empty, no signature is required. If it is set, Extra must be empty.
	LockKey string
	// Extra is the paths of adapters that are not in the lock file, by provider ID. It is for
	// authors: nothing proves what these binaries are, so each is logged as a warning. An adapter
	// of Extra replaces the locked one with the same ID.
	Extra map[string]string
	// Logger logs the output of adapters and the events of their processes; nil for no log.
	Logger *slog.Logger
	// StartTimeout limits the time from launch to description; 0 for 10 s.
	StartTimeout time.Duration
	// CallTimeout limits each attempt of a call; 0 for 10 s. If the process crashes, the call is
	// repeated, and may wait for a start before that.
	CallTimeout time.Duration
	// MaxAnswer limits the size of one answer, in bytes; 0 for 1.25 MiB.
	MaxAnswer int
	// MaxMemory limits the writable memory of a process, in bytes; 0 for 512 MiB, and
	// [NoMaxMemory] for no limit. Only Linux applies it.
	MaxMemory uint64
	// RequireConfinement refuses an adapter whose confinement is below [profile.Enforced].
	RequireConfinement bool
	// PerCall starts a process for every call, so that an answer cannot contain data of another
	// call. Each call then takes longer, by the time of a start.
	PerCall bool

	// For tests: plain starts processes without confinement, and ungrouped without a control
	// group. idle is the time over which computing without a call is measured; 0 for 10 s.
	plain, ungrouped bool
	idle             time.Duration
}

// NoMaxMemory is the MaxMemory without a limit, for example of an adapter that is built with the
// race detector.
const NoMaxMemory = process.Unlimited

// withDefaults returns the options with defaults for zero fields. An answer has a few hundred
// resources of about 1 KB, or two files of at most 512 KiB. MaxMemory was measured: an adapter
// has 75 MB of data when it is idle, and 230 MB when it answers 64 callers with 512 KiB each.
func (o Options) withDefaults() Options {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.StartTimeout = cmp.Or(o.StartTimeout, 10*time.Second)
	o.CallTimeout = cmp.Or(o.CallTimeout, 10*time.Second)
	o.MaxAnswer = cmp.Or(o.MaxAnswer, 5<<18)
	o.MaxMemory = cmp.Or(o.MaxMemory, 512<<20)
	o.idle = cmp.Or(o.idle, 10*time.Second)
	return o
}

// remote returns the supervised adapter of a program.
func (o Options) remote(p program) *remote {
	p.failure = failure{id: cmp.Or(p.id, filepath.Base(p.path)), file: filepath.Base(p.path)}
	p.options, p.log, p.noGroupOnce = o, o.Logger.With("adapter", p.failure.id), &sync.Once{}
	return newRemote(p.failure, o, p.start)
}
