package process

import (
	"math"
	"runtime"
	"time"
)

// What one process of an adapter may take. The kernel bounds most of it, by limits of the process
// (launch_linux.go) and a control group (group_linux.go); the host watches the rest (watch.go), and bounds what
// comes from the process: its first line, its log (output.go) and its connection (connection.go).
const (
	// Unlimited is no bound of memory.
	Unlimited = math.MaxUint64
	// MaxCalls bounds the calls that are in one process at once, and with them the answers that are being read.
	// More would not be answered sooner: a call takes half a millisecond of the processor. Further ones wait.
	MaxCalls = 16

	// maxImage bounds a binary, in bytes: an adapter has some 15 MB, and on Linux a running one is held in memory.
	maxImage = 512 << 20
	// addressSpace is how many bytes of addresses a process may have beyond what it can write to. Go reserves some
	// 1.3 GB without using them; page tables, which no other limit bounds, take up to 1/512 of it.
	addressSpace = 8 << 30
	// mainStack bounds the stack of a process's main thread, in bytes: Linux's own default.
	mainStack = 8 << 20
	// groupMargin is what a control group allows beyond the process's own limit, in bytes: the group also counts
	// what the kernel keeps for the process, and a Go program that meets its own limit says so before it ends.
	groupMargin = 64 << 20
	// groupShare is the processor time of an adapter where it competes with its host, in hundredths of the host's.
	groupShare = 25
	// niceness makes the kernel prefer everybody else for the processor; it is at most 19: setpriority(2).
	niceness = 5
	// maxThreads suits a Go process on up to 64 processors; see threadLimit.
	maxThreads = 256
	// otherThreads is by how much the threads of a user's other processes may grow before an adapter gets no more.
	otherThreads = 4096

	// The watch looks at a process every startInterval until it has described itself, and every watchInterval
	// after that; every threadInterval where no control group bounds its threads, of which 20,000 can be made in
	// 0.3 s.
	startInterval  = 10 * time.Millisecond
	watchInterval  = 100 * time.Millisecond
	threadInterval = 20 * time.Millisecond
	// watchMargin is the memory that a process may have beyond what RLIMIT_DATA counts, in bytes.
	watchMargin = 64 << 20
	// maxNames bounds what a process makes in the folder of its socket: go-plugin has one file there at a time.
	maxNames = 16
	// startProcessor is what a process may compute before it has described itself; a start takes some 30 ms of it.
	startProcessor = 5 * time.Second
	// idleShare of the time without calls, as a divisor, is what a process may compute in it.
	idleShare = 10

	// maxHead bounds the first line of standard output, and maxLine a line that is logged, in bytes.
	maxHead = 512
	maxLine = 1024
	// An adapter logs lineBurst lines at once, and lineRate a second after that; the rest is counted.
	lineBurst = 200
	lineRate  = 20

	// drain is how long a process's output is read after its end: a child of the process could still write to it.
	drain = time.Second
	// ending is how long a process whose connection broke may take to end.
	ending = time.Second
)

func threadLimit() int { return max(maxThreads, 4*runtime.NumCPU()) }
