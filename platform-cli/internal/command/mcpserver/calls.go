package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"golang.org/x/sync/semaphore"
)

// Limits of the in-flight calls. When one is reached, the server reads the next call after an
// answer. Until then the agent's messages wait in the pipe, outside this process.
const (
	maxOpen      = 64
	maxOpenBytes = maxMessage
)

// calls are the in-flight calls.
type calls struct {
	seats, bytes *semaphore.Weighted

	mu sync.Mutex
	// sizes are the message sizes of the calls in bytes, by their IDs.
	sizes map[any]int64
}

func newCalls() *calls {
	return &calls{
		seats: semaphore.NewWeighted(maxOpen), bytes: semaphore.NewWeighted(maxOpenBytes), sizes: map[any]int64{},
	}
}

// add waits until the limits allow another call. If an in-flight call has the same ID, ok is false,
// because the answers would be ambiguous. It fails when ctx ends.
func (c *calls) add(ctx context.Context, id jsonrpc.ID, length int) (ok bool, err error) {
	size := min(int64(length), maxOpenBytes)
	if err := c.seats.Acquire(ctx, 1); err != nil {
		return false, err
	}
	if err := c.bytes.Acquire(ctx, size); err != nil {
		return false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.sizes[id.Raw()]; taken {
		c.release(size)
		return false, nil
	}
	c.sizes[id.Raw()] = size
	return true, nil
}

// remove removes a call after its answer.
func (c *calls) remove(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if size, ok := c.sizes[id.Raw()]; ok {
		delete(c.sizes, id.Raw())
		c.release(size)
	}
}

func (c *calls) release(size int64) {
	c.seats.Release(1)
	c.bytes.Release(size)
}

// lastCalls is the time that the server waits for answers after the input has ended.
const lastCalls = 30 * time.Second

// settle waits until all calls are answered, for at most lastCalls. The SDK drops the in-flight
// calls when the input ends.
func (c *calls) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastCalls)
	defer cancel()
	_ = c.seats.Acquire(ctx, maxOpen)
}
