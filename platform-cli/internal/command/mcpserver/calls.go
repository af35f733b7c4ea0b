package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// calls are those without an answer yet, by their IDs.
type calls struct {
	mu  sync.Mutex
	ids map[any]bool
	// answered is closed when there are none left; nil until somebody waits for it.
	answered chan struct{}
}

// add takes note of a call, and reports whether it may be worked on: one with the ID of a
// call in flight may not, as their answers would look the same. What has no ID has no
// answer.
func (c *calls) add(id jsonrpc.ID) bool {
	if !id.IsValid() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids[id.Raw()] {
		return false
	}
	if c.ids == nil {
		c.ids = map[any]bool{}
	}
	c.ids[id.Raw()] = true
	return true
}

// remove takes note of an answer.
func (c *calls) remove(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.ids, id.Raw())
	if len(c.ids) == 0 && c.answered != nil {
		close(c.answered)
		c.answered = nil
	}
}

// lastCalls is how long calls are waited for when the input has ended.
const lastCalls = 30 * time.Second

// settle waits until all calls are answered: the SDK drops those in flight when the input
// ends.
func (c *calls) settle(ctx context.Context, closed <-chan struct{}) {
	c.mu.Lock()
	if len(c.ids) == 0 {
		c.mu.Unlock()
		return
	}
	answered := make(chan struct{})
	c.answered = answered
	c.mu.Unlock()
	select {
	case <-answered:
	case <-ctx.Done():
	case <-closed:
	case <-time.After(lastCalls):
	}
}
