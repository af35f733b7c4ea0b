//go:build !linux || (!amd64 && !arm64)

package probe

// Try reports all attempts as open, because this system cannot confine a process.
func Try() Set { return All }
