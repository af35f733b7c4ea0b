package server

import "sync/atomic"

const (
	// smallAnswer is about the size of a connection's buffers.
	smallAnswer = 16 << 10
	// maxMade is 32 KiB for each of 4,096 connections. Slow readers of ordinary answers do not reach it.
	maxMade = 128 << 20
)

// made counts the bytes of answers that were encoded for one call, while they are sent. A call does not wait, since its
// answer is in memory already. Small answers do not count.
type made struct{ bytes atomic.Int64 }

// enter counts the bytes of an answer until leave. It fails with a [problem.Problem] if they are too many.
func (m *made) enter(bytes int) (leave func(), err error) {
	if bytes <= smallAnswer {
		return func() {}, nil
	}
	n := int64(bytes)
	leave = func() { m.bytes.Add(-n) }
	if m.bytes.Add(n) > maxMade {
		leave()
		return nil, overloaded("Too many answers are being sent to slow readers. Try again in %d s.", retryTime)
	}
	return leave, nil
}
