package server

import "sync/atomic"

const (
	// smallAnswer is what the buffers of a connection take, more or less.
	smallAnswer = 16 << 10
	// maxMade is 32 KiB for each of 4,096 connections: slow readers of ordinary
	// answers do not reach it.
	maxMade = 128 << 20
)

// made counts the bytes of answers that were made for one call each, while they are
// sent. None waits, since it would be in memory meanwhile; small ones do not count.
type made struct{ bytes atomic.Int64 }

// enter counts an answer of so many bytes until leave. The error is a
// *problem.Problem.
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
