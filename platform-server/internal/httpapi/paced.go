package httpapi

import (
	"bufio"
	"iter"
	"net/http"
	"sync"
	"time"
)

// Limits of sending an answer.
const (
	// stallTime is how long a reader may take for a chunk: less than queueTime, so
	// that who waits for the seat of one that takes nothing gets it.
	stallTime = 20 * time.Second
	// writeTime bounds the whole, and grows with what was sent: a reader that takes
	// slowRate bytes a second gets a large answer to its end. One that takes a tenth
	// of it keeps its seat for little longer, and who waits for that may be refused.
	writeTime = 60 * time.Second
	slowRate  = 64 << 10

	chunkBytes  = 64 << 10
	bufferBytes = 16 << 10
)

// paced sends an answer to a reader of any speed, for a bounded time.
type paced struct {
	w       http.ResponseWriter
	control *http.ResponseController
	start   time.Time
	sent    int
}

// newPaced starts the time of an answer.
func newPaced(w http.ResponseWriter) *paced {
	p := &paced{w: w, control: http.NewResponseController(w), start: time.Now()}
	p.extend()
	return p
}

// extend gives the reader time for the next chunk. What net/http has not sent when
// the handler returns is under the last one.
func (p *paced) extend() {
	deadline := time.Now().Add(stallTime)
	if end := p.start.Add(writeTime + time.Duration(p.sent/slowRate)*time.Second); end.Before(deadline) {
		deadline = end
	}
	_ = p.control.SetWriteDeadline(deadline)
}

// Write writes data in chunks, each with its time.
func (p *paced) Write(data []byte) (int, error) {
	written := 0
	for written < len(data) {
		p.extend()
		n, err := p.w.Write(data[written:min(len(data), written+chunkBytes)])
		written += n
		p.sent += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// buffers are those that no answer uses now.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, bufferBytes) }}

// write sends the parts of a body; a failure means that the reader is gone.
func (p *paced) write(body iter.Seq[[]byte]) {
	buffered := buffers.Get().(*bufio.Writer)
	defer buffers.Put(buffered)
	buffered.Reset(p)
	defer buffered.Reset(nil)
	for part := range body {
		if _, err := buffered.Write(part); err != nil {
			return
		}
	}
	_ = buffered.Flush()
}
