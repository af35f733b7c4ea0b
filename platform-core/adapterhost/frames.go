package adapterhost

import (
	"encoding/binary"
	"errors"
	"net"
	"sync/atomic"
)

// What an adapter may send, by frames of HTTP/2 (RFC 9113, section 4.1). Each
// counts frameCost and its length, of data only a dataShare: the size of answers is
// bounded elsewhere. Each call allows callCredit more, which its answer never takes;
// at most maxCredit is allowed at once, enough for all calls together. So a
// connection carries any answer, and no flood of pings, settings or headers.
const (
	frameHeader = 9
	frameCost   = 64
	dataShare   = 16
	callCredit  = 256 << 10
	maxCredit   = maxCalls * callCredit
)

// errFlood is the end of a connection over which more came than calls account for.
var errFlood = errors.New("it sent more than its answers")

// frames is a connection that ends when the other side sends more than it may.
// One goroutine reads it.
type frames struct {
	net.Conn
	// calls counts the calls that were made over the connection.
	calls *atomic.Int64
	// over is told why the connection ended.
	over func(reason error)

	credit int64
	paid   int64 // calls whose credit was given
	header [frameHeader]byte
	have   int // bytes of header that were read
	rest   int // bytes of the frame that are still to come
}

// Read reads what the other side sent, or errFlood.
func (f *frames) Read(into []byte) (int, error) {
	n, err := f.Conn.Read(into)
	if err == nil && !f.affordable(into[:n]) {
		n, err = 0, errFlood
	}
	if err != nil {
		f.over(err)
	}
	return n, err
}

// affordable takes what came off the credit, and reports whether it was enough.
func (f *frames) affordable(data []byte) bool {
	made := f.calls.Load()
	f.credit = min(maxCredit, f.credit+callCredit*(made-f.paid))
	f.paid = made
	for len(data) > 0 {
		skipped := min(f.rest, len(data))
		f.rest -= skipped
		data = data[skipped:]
		copied := copy(f.header[f.have:], data)
		f.have += copied
		data = data[copied:]
		if f.have == frameHeader {
			f.have = 0
			f.begin()
		}
	}
	return f.credit >= 0
}

// begin takes a frame whose header is complete.
func (f *frames) begin() {
	const data = 0
	f.rest = int(binary.BigEndian.Uint32(f.header[:4]) >> 8)
	cost := f.rest
	if f.header[3] == data {
		cost /= dataShare
	}
	f.credit -= int64(frameCost + cost)
}
