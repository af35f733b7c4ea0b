//go:build !linux

package process

import "os"

// hold returns the file as it is: only Linux has a way to run the very bytes that
// were hashed.
func hold(source *os.File) (*Image, error) { return plain(source), nil }

func (*Image) fill(source *os.File) (string, error) { return hash(source) }
