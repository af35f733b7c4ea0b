//go:build !linux

package process

import (
	"io"
	"os"
)

// hold returns the file as it is: only Linux has a way to run the very bytes that
// were hashed.
func hold(source *os.File) (*Image, error) { return plain(source), nil }

func (i *Image) fill(source io.Reader) (string, error) { return hash(io.Discard, source) }
