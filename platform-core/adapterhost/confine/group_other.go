//go:build !linux

package confine

import "errors"

// Group is a control group, which only Linux has.
type Group struct{}

// NewGroup fails: this system has no control groups.
func NewGroup(uint64, int) (*Group, error) { return nil, errors.ErrUnsupported }

// Add is never called.
func (*Group) Add(int) error { return errors.ErrUnsupported }

// Remove is never called.
func (*Group) Remove() {}
