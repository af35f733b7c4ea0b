package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"golang.org/x/sync/semaphore"
)

// Limits of the calls without an answer. A further call is read when one of them is
// answered, so what an agent sends waits in its pipe and not in this process.
const (
	maxOpen      = 64
	maxOpenBytes = maxMessage
)

// calls are the calls without an answer.
type calls struct {
	seats, bytes *semaphore.Weighted

	mu sync.Mutex
	// sizes are those of their messages in bytes, by their IDs.
	sizes map[any]int64
}

func newCalls() *calls {
	return &calls{
		seats: semaphore.NewWeighted(maxOpen), bytes: semaphore.NewWeighted(maxOpenBytes), sizes: map[any]int64{},
	}
}

// add waits until there is room for a call. It is not ok for a call with the ID of another one
// without an answer, as their answers would look the same. It fails when ctx ends.
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

// remove takes a call out that is answered.
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

// lastCalls is how long the server waits for answers when the input has ended.
const lastCalls = 30 * time.Second

// settle waits until all calls are answered: the SDK drops those in flight when the input
// ends.
func (c *calls) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastCalls)
	defer cancel()
	_ = c.seats.Acquire(ctx, maxOpen)
}
