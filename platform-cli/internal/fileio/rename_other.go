//go:build !linux

package fileio

import "errors"

func (p *target) renameExclusive(string) error { return errors.ErrUnsupported }

func (p *target) renameExchange(string) error { return errors.ErrUnsupported }
