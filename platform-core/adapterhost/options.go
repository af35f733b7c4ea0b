package adapterhost

import (
	"cmp"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// Options say where the adapters are and what they may take.
type Options struct {
	// Dir is the folder with the lock file and the binaries that it names; empty
	// for none.
	Dir string
	// LockKey is a file with the public key by which the lock file has to be signed, in
	// PEM form; empty to ask for no signature. Extra must be empty then.
	LockKey string
	// Extra holds binaries of adapters that are not in the lock, by provider ID.
	// They are for authors at work: nothing proves what they are, so each is
	// logged as a warning. One with the ID of a locked adapter replaces it.
	Extra map[string]string
	// Logger gets the adapters' own lines and what happens to their processes;
	// nil for nowhere.
	Logger *slog.Logger
	// StartTimeout bounds the time from launch to description; 0 for 10 s.
	StartTimeout time.Duration
	// CallTimeout bounds one call; 0 for 10 s. A call that meets a crash is made
	// twice, and may wait for one start in between.
	CallTimeout time.Duration
	// MaxAnswer bounds one answer, in bytes; 0 for 1.25 MiB.
	MaxAnswer int
	// MaxMemory bounds what an adapter's process can write to, in bytes; 0 for
	// 512 MiB, NoMaxMemory for no bound. Only Linux applies it.
	MaxMemory uint64
	// RequireConfinement refuses an adapter whose confinement is less than enforced.
	RequireConfinement bool
	// PerCall answers every call from a process of its own, so that nothing of one
	// caller can be in the answer to another. Each call then takes a start longer.
	PerCall bool

	// For tests: plain starts processes unconfined, ungrouped without a control
	// group, and idle is how long computing without a call is measured; 0 for 10 s.
	plain, ungrouped bool
	idle             time.Duration
}

// NoMaxMemory is the MaxMemory of an adapter that may write to any amount of
// memory, such as one built with the race detector.
const NoMaxMemory = process.Unlimited

// filled returns the options with the defaults of those that are left out. An
// answer has some hundred resources of about a kilobyte, or two files of at most
// half a megabyte. MaxMemory was measured: an idle adapter has 75 MB of data, one that
// answers 64 callers with half a megabyte each 230 MB.
func (o Options) filled() Options {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.StartTimeout = cmp.Or(o.StartTimeout, 10*time.Second)
	o.CallTimeout = cmp.Or(o.CallTimeout, 10*time.Second)
	o.MaxAnswer = cmp.Or(o.MaxAnswer, 5<<18)
	o.MaxMemory = cmp.Or(o.MaxMemory, 512<<20)
	o.idle = cmp.Or(o.idle, 10*time.Second)
	return o
}

// remote returns the adapter that a program is.
func (o Options) remote(p program) *remote {
	p.failure = failure{id: cmp.Or(p.id, filepath.Base(p.path)), file: filepath.Base(p.path)}
	p.options, p.log, p.groupless = o, o.Logger.With("adapter", p.failure.id), &sync.Once{}
	return newRemote(p.failure, o, p.start)
}
