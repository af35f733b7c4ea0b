package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"platform.internal/platform-core/adapter/adaptertest/internal/calls"
)

// sdk is the module that every adapter is built with. Its code may ask for the
// time and more, and has tests of its own.
const sdk = "platform.internal/platform-core"

// ownCode is what the code of the adapter's own module asks, by kind: the first
// call of each, as a counter-example.
type ownCode map[calls.Kind]string

// readCode reads the adapter's own code. The error says why it cannot be read.
func (s *suite) readCode() (ownCode, error) {
	coded, can := s.subject.(Coded)
	if !can {
		return nil, errors.New("nobody told where it is")
	}
	executable, pkg := coded.Code()
	program, err := calls.Open(executable)
	if err != nil {
		return nil, err
	}
	module := program.Module(pkg)
	found, functions := program.Of(module)
	switch {
	case module == sdk:
		return nil, errors.New("it is part of " + sdk)
	case functions == 0:
		return nil, errors.New("it has no function of its own module")
	}
	code := ownCode{}
	for _, c := range found {
		if kind, asks := c.Asks(); asks && code[kind] == "" {
			code[kind] = fmt.Sprintf("%s (%s:%d) calls %s, which asks %s", path.Base(c.From), filepath.Base(c.File), c.Line, c.To, kind)
		}
	}
	return code, nil
}

// asksNothing looks for calls that no pure function makes.
func asksNothing(_ context.Context, s *suite) error {
	code, err := s.code()
	if err != nil {
		return skip{"the adapter's machine code cannot be judged: " + err.Error()}
	}
	for _, kind := range calls.Kinds() {
		if example, asks := code[kind]; asks {
			return errors.New(example)
		}
	}
	return partly{"direct calls in the code of the adapter's own module; not what libraries or function values do"}
}
