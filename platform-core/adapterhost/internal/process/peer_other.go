//go:build !linux

package process

// CheckPeer cannot tell here who listened.
func (p *Process) CheckPeer() error { return nil }
