//go:build !linux

package process

// starvations is not known.
func starvations() int { return 0 }
