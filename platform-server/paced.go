package server

import (
	"iter"
	"net/http"
	"time"
)

// Limits of sending an answer.
const (
	// stallTime is how long a reader may take for chunkBytes. It is less than [queueTime], so that a waiting call gets the
	// seat of a reader that takes nothing.
	stallTime = 20 * time.Second
	// writeTime bounds the whole answer, and grows with the bytes sent. A reader that takes slowRate bytes a second gets
	// all of a large answer. A reader with a tenth of that rate is cut off soon after writeTime.
	writeTime = 60 * time.Second
	slowRate  = 64 << 10

	chunkBytes = 64 << 10
)

// paced sends an answer to a reader of any speed, for a bounded time.
type paced struct {
	w       http.ResponseWriter
	control *http.ResponseController
	start   time.Time
	sent    int
	next    int // the bytes that may be sent before the next extension
}

// newPaced starts the time of an answer.
func newPaced(w http.ResponseWriter) *paced {
	p := &paced{w: w, control: http.NewResponseController(w), start: time.Now()}
	p.extend()
	return p
}

// extend gives the reader time for the next chunk. The last extension also holds for the bytes that net/http sends
// after the handler has returned.
func (p *paced) extend() {
	deadline := time.Now().Add(stallTime)
	if end := p.start.Add(writeTime + time.Duration(p.sent/slowRate)*time.Second); end.Before(deadline) {
		deadline = end
	}
	_ = p.control.SetWriteDeadline(deadline)
	p.next = p.sent + chunkBytes
}

// write writes data in chunks, each with its time.
func (p *paced) write(data []byte) error {
	for len(data) > 0 {
		if p.sent >= p.next {
			p.extend()
		}
		n, err := p.w.Write(data[:min(len(data), chunkBytes)])
		data = data[n:]
		p.sent += n
		if err != nil {
			return err
		}
	}
	return nil
}

// send sends the parts of a body until the reader has left.
func (p *paced) send(body iter.Seq[[]byte]) {
	for part := range body {
		if p.write(part) != nil {
			return
		}
	}
}
