// Package escape has the attempts to leave a confinement, for hostile programs.
package escape

import (
	"errors"
	"syscall"
)

// Where the attempts aim; the test that builds a program sets them.
var (
	tcpAddress string // a listener of the test
	udpAddress string
	hostSocket string // a Unix socket of the test
	secretFile string // a file that exists
	scratch    string // a folder that anybody may write to
)

// TCPAddress and HostSocket are where somebody else than a host listens.
func TCPAddress() string { return tcpAddress }

// HostSocket is the path of a Unix socket where somebody else listens.
func HostSocket() string { return hostSocket }

type attempt struct {
	name string
	try  func() error
}

// Tried is an attempt and its outcome: "open", or why it failed.
type Tried struct {
	Attempt string `json:"attempt"`
	Outcome string `json:"outcome"`
}

// Try makes every attempt.
func Try() []Tried {
	all := make([]Tried, len(attempts))
	for i, a := range attempts {
		all[i] = Tried{Attempt: a.name, Outcome: outcome(a.try())}
	}
	return all
}

// errNothingThere is what an attempt found that could look, but saw nothing.
var errNothingThere = errors.New("nothing there")

func outcome(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "open"
	case errors.Is(err, errNothingThere):
		return err.Error()
	case errors.As(err, &errno):
		switch errno {
		case syscall.EPERM:
			return "EPERM"
		case syscall.EACCES:
			return "EACCES"
		case syscall.ENOSYS:
			return "ENOSYS"
		}
	}
	// Another error means that the kernel went as far as to look.
	return "open (" + err.Error() + ")"
}
