//go:build !linux

package output

import "errors"

func (p *place) renameExclusive(string) error { return errors.ErrUnsupported }

func (p *place) renameExchange(string) error { return errors.ErrUnsupported }
