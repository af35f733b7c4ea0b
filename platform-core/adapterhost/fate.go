package adapterhost

import "errors"

// fate is why a process is not used any more.
type fate int

const (
	// running: it still is.
	running fate = iota
	// stillborn: its start came to nothing.
	stillborn
	// crashed: it went away by itself.
	crashed
	// killed: somebody outside ended it, and neither it nor a call is to blame.
	killed
	// hung: it answered nothing any more, and the host ended it.
	hung
	// late: a call in it ran out of time. The calls beside that one go on.
	late
)

// fateOf returns the fate of a process whose start failed.
func fateOf(failed error) fate {
	if isKilled(failed) {
		return killed
	}
	return stillborn
}

// isKilled tells whether a process was killed from outside.
func isKilled(err error) bool { return errors.Is(err, errKilled) }
