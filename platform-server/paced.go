package server

import (
	"iter"
	"net/http"
	"time"
)

// Limits of sending an answer.
const (
	// stallTime is how long a reader may take for chunkBytes: less than queueTime, so
	// that who waits for the seat of one that takes nothing gets it.
	stallTime = 20 * time.Second
	// writeTime bounds the whole, and grows with what was sent: a reader that takes
	// slowRate bytes a second gets a large answer to its end. One that takes a tenth
	// of it keeps its seat for little longer, and who waits for that may be refused.
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
	next    int // what may be sent until the next time
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

// send sends the parts of a body; a failure means that the reader is gone.
func (p *paced) send(body iter.Seq[[]byte]) {
	for part := range body {
		if p.write(part) != nil {
			return
		}
	}
}
