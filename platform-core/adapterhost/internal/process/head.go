package process

import (
	"bytes"
	"sync"
)

// maxHead bounds the first line that is kept, in bytes.
const maxHead = 512

// head keeps the first line that is written to it.
type head struct {
	mu   sync.Mutex
	line []byte
	done bool
}

func (h *head) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done {
		return len(data), nil
	}
	line, _, ended := bytes.Cut(data, []byte{'\n'})
	h.line = append(h.line, line[:min(len(line), maxHead-len(h.line))]...)
	h.done = ended || len(h.line) == maxHead
	return len(data), nil
}

func (h *head) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.line)
}
