//go:build !linux

package process

// CheckPeer cannot find out here who listened.
func (p *Process) CheckPeer() error { return nil }
