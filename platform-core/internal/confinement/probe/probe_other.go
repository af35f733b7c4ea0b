//go:build !linux || (!amd64 && !arm64)

package probe

// Try makes no attempt where nothing confines: everything is taken for open.
func Try() Set { return All }
