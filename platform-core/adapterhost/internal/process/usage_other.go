//go:build !linux

package process

// Usage has nobody to ask here.
func (p *Process) Usage() (u Usage, known bool) { return Usage{}, false }
