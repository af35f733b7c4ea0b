package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Bounds of the calls without an answer. A further call is read when one of them is
// answered, so what an agent sends waits in its pipe and not in this process.
const (
	maxOpen      = 64
	maxOpenBytes = maxMessage
)

// calls are those without an answer yet.
type calls struct {
	mu sync.Mutex
	// sizes are those of their messages in bytes, by their IDs.
	sizes map[any]int
	bytes int
	// answered is closed when one is answered; nil until somebody waits for it.
	answered chan struct{}
}

// add takes note of a call, and reports whether it may be worked on: one with the ID of a
// call in flight may not, as their answers would look the same. What has no ID has no
// answer.
func (c *calls) add(id jsonrpc.ID, size int) bool {
	if !id.IsValid() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, open := c.sizes[id.Raw()]; open {
		return false
	}
	if c.sizes == nil {
		c.sizes = map[any]int{}
	}
	c.sizes[id.Raw()] = size
	c.bytes += size
	return true
}

// remove takes note of an answer.
func (c *calls) remove(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes -= c.sizes[id.Raw()]
	delete(c.sizes, id.Raw())
	if c.answered != nil {
		close(c.answered)
		c.answered = nil
	}
}

// fits waits until a call of a size may be open besides the others, and one of any size
// where there are none. It reports whether that was before the connection ended.
func (c *calls) fits(ctx context.Context, closed <-chan struct{}, size int) bool {
	return c.await(ctx, closed, func() bool {
		return len(c.sizes) == 0 || len(c.sizes) < maxOpen && c.bytes+size <= maxOpenBytes
	})
}

// lastCalls is how long calls are waited for when the input has ended.
const lastCalls = 30 * time.Second

// settle waits until all calls are answered: the SDK drops those in flight when the input
// ends.
func (c *calls) settle(ctx context.Context, closed <-chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, lastCalls)
	defer cancel()
	c.await(ctx, closed, func() bool { return len(c.sizes) == 0 })
}

// await waits until the calls are as wanted, and reports whether they are.
func (c *calls) await(ctx context.Context, closed <-chan struct{}, wanted func() bool) bool {
	for {
		c.mu.Lock()
		if wanted() {
			c.mu.Unlock()
			return true
		}
		if c.answered == nil {
			c.answered = make(chan struct{})
		}
		answered := c.answered
		c.mu.Unlock()
		select {
		case <-answered:
		case <-ctx.Done():
			return false
		case <-closed:
			return false
		}
	}
}
