package httpapi

import (
	"bufio"
	"iter"
	"net/http"
	"time"
)

// Limits of sending an answer.
const (
	// stallTime is how long a reader may take nothing: less than queueTime, so that
	// who waits for its seat gets it.
	stallTime = 20 * time.Second
	// writeTime bounds the whole, and grows with what is sent: a reader that takes
	// slowRate bytes a second gets a large answer to its end.
	writeTime = 60 * time.Second
	slowRate  = 64 << 10

	chunkBytes  = 64 << 10
	bufferBytes = 16 << 10
)

// paced sends an answer to a reader of any speed, for a bounded time.
type paced struct {
	w       http.ResponseWriter
	control *http.ResponseController
	end     time.Time
}

// newPaced starts the time of an answer of so many bytes.
func newPaced(w http.ResponseWriter, length int) *paced {
	p := &paced{w, http.NewResponseController(w), time.Now().Add(writeTime + time.Duration(length/slowRate)*time.Second)}
	p.extend()
	return p
}

// extend gives the reader time for the next chunk. What net/http has not sent when
// the handler returns is under the last one.
func (p *paced) extend() {
	deadline := time.Now().Add(stallTime)
	if deadline.After(p.end) {
		deadline = p.end
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
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// write sends the parts of a body; a failure means that the reader is gone.
func (p *paced) write(body iter.Seq[[]byte]) {
	buffered := bufio.NewWriterSize(p, bufferBytes)
	for part := range body {
		if _, err := buffered.Write(part); err != nil {
			return
		}
	}
	_ = buffered.Flush()
}
