package process

import "time"

// Usage is what a process takes of its machine.
type Usage struct {
	Threads int
	// Memory is what it alone has written to, in bytes.
	Memory uint64
	// Processor is how long it has computed since its start.
	Processor time.Duration
}
