package process

import (
	"math"
	"runtime"
	"time"
)

// The limits of one process of an adapter. The kernel applies most of them, as resource limits
// (launch_linux.go) or by a control group (group_linux.go). The host watches the others
// (watch.go). It also limits what the process sends: its first line, its log (output.go), and
// its connection (connection.go).
const (
	// Unlimited means no memory limit.
	Unlimited = math.MaxUint64
	// MaxCalls is the number of concurrent calls to one process. Further calls wait. More would
	// not be faster: a call takes half a millisecond of processor time.
	MaxCalls = 16

	// maxImage limits a binary, in bytes. An adapter has about 15 MB. On Linux it is kept in memory.
	maxImage = 512 << 20
	// addressSpace is the addresses of a process beyond its writable memory, in bytes. Go reserves
	// about 1.3 GB without use. Page tables take up to 1/512 of it, and no other limit covers them.
	addressSpace = 8 << 30
	// mainStack limits the stack of the main thread, in bytes. It is the default of Linux.
	mainStack = 8 << 20
	// groupMargin is the memory of a control group beyond the limit of the process, in bytes. The
	// group also counts kernel memory. And if a Go program reaches its own limit first, it reports
	// that before it ends.
	groupMargin = 64 << 20
	// groupShare is the processor time of an adapter that competes with its host, in percent of
	// the host's.
	groupShare = 25
	// niceness lowers the priority of a process. The maximum is 19: setpriority(2).
	niceness = 5
	// maxThreads is enough for a Go process on up to 64 processors: see threadLimit.
	maxThreads = 256
	// otherThreads is how many threads the user's other processes may add before an adapter can
	// start no more threads.
	otherThreads = 4096

	// The watch checks a process every startInterval until it has described itself, and then every
	// watchInterval. Without a control group, it checks every threadInterval, because a process
	// can start 20,000 threads in 0.3 s.
	startInterval  = 10 * time.Millisecond
	watchInterval  = 100 * time.Millisecond
	threadInterval = 20 * time.Millisecond
	// watchMargin is the memory beyond the limit of RLIMIT_DATA, in bytes.
	watchMargin = 64 << 20
	// maxNames limits the files in the folder of the socket. go-plugin makes one file at a time.
	maxNames = 16
	// startProcessor limits the processor time until the process has described itself. A start
	// takes about 30 ms.
	startProcessor = 5 * time.Second
	// idleShare is a divisor: a process may compute for this share of the time without calls.
	idleShare = 10

	// maxHead limits the first line of standard output, and maxLine a logged line, in bytes.
	maxHead = 512
	maxLine = 1024
	// maxCalls limits the calls of a trace that [Exit].Place names.
	maxCalls = 3
	// An adapter can log lineBurst lines at once, and then lineRate a second. Others are counted.
	lineBurst = 200
	lineRate  = 20

	// drain is how long output is read after the end of the process. A child process could still
	// write to it.
	drain = time.Second
	// ending is how long a process may take to end after its connection broke.
	ending = time.Second
)

func threadLimit() int { return max(maxThreads, 4*runtime.NumCPU()) }
