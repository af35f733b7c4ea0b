// Package calls reads from a Go program's machine code which functions its own
// code calls. It runs nothing, and needs no symbol table: the runtime's table of
// functions is in every Go program, also in a stripped one.
//
// It sees direct calls in programs for Linux on amd64 and arm64. It does not see
// a call through a variable or an interface.
package calls

import (
	"debug/buildinfo"
	"debug/elf"
	"debug/gosym"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Call is a call that stands in a program's code.
type Call struct {
	// From is the function that makes it and To the function that it calls, with
	// their packages' paths.
	From, To string
	// File is the path that the compiler knew the source by.
	File string
	Line int
}

// Program is the code of a program.
type Program struct {
	info    *debug.BuildInfo
	table   *gosym.Table
	machine elf.Machine
	code    []byte
	start   uint64
}

// Open reads the program at path. The error says why it cannot be read.
func Open(path string) (*Program, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, errors.New("it is no Go program")
	}
	file, err := elf.Open(path)
	if err != nil {
		return nil, errors.New("it is no program for Linux")
	}
	defer func() { _ = file.Close() }()
	if targets[file.Machine] == nil {
		return nil, fmt.Errorf("its processor is %s", file.Machine)
	}
	code, start, err := section(file, ".text")
	if err != nil {
		return nil, err
	}
	functions, _, err := section(file, ".gopclntab", ".data.rel.ro.gopclntab")
	if err != nil {
		return nil, err
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(functions, start))
	if err != nil {
		return nil, err
	}
	return &Program{info, table, file.Machine, code, start}, nil
}

// section returns the first of the named sections, and its address.
func section(file *elf.File, names ...string) ([]byte, uint64, error) {
	for _, name := range names {
		if s := file.Section(name); s != nil {
			data, err := s.Data()
			return data, s.Addr, err
		}
	}
	return nil, 0, fmt.Errorf("it has no section %s", names[0])
}

// Module returns the path of the module that a package is of; of the program's
// main module for an empty path. It is empty where the program has none.
func (p *Program) Module(pkg string) string {
	if pkg == "" {
		return p.info.Main.Path
	}
	longest := ""
	for _, m := range append(p.info.Deps, &p.info.Main) {
		if (pkg == m.Path || strings.HasPrefix(pkg, m.Path+"/")) && len(m.Path) > len(longest) {
			longest = m.Path
		}
	}
	return longest
}

// Of returns the calls that functions of a module make, tests aside, in the
// order of the code, and how many functions there are.
func (p *Program) Of(module string) (found []Call, functions int) {
	names := make(map[uint64]string, len(p.table.Funcs))
	for _, f := range p.table.Funcs {
		names[f.Entry] = f.Name
	}
	for _, f := range p.table.Funcs {
		if !within(f.Name, module) || f.Entry < p.start || f.End > p.start+uint64(len(p.code)) || p.ofTest(f.Entry) {
			continue
		}
		functions++
		for at, to := range targets[p.machine](p.code[f.Entry-p.start:f.End-p.start], f.Entry) {
			if name, known := names[to]; known && name != f.Name {
				file, line, _ := p.table.PCToLine(at)
				found = append(found, Call{From: f.Name, To: name, File: file, Line: line})
			}
		}
	}
	return found, functions
}

// within reports whether a function is of a module. The compiler writes a dot in
// the last part of a package's path as %2e.
func within(function, module string) bool {
	rest, is := strings.CutPrefix(strings.ReplaceAll(function, "%2e", "."), module)
	return module != "" && is && rest != "" && (rest[0] == '.' || rest[0] == '/')
}

func (p *Program) ofTest(entry uint64) bool {
	file, _, _ := p.table.PCToLine(entry)
	return strings.HasSuffix(file, "_test.go")
}
