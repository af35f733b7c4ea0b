package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is one that a program was built from.
type module struct {
	Path, Version, Dir string
}

// licences are the files of a module that have to come with it.
var licences = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)([.-].*)?$`)

// collectNotices writes the licences of everything that is in a binary of any target.
func (r *release) collectNotices() error {
	modules, err := linked()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "Third-party notices of the Self-Service Environment Platform %s\n\n"+
		"The programs contain the following, each under its own licence.\n", r.version)
	goRoot, err := run("", "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	std := module{"The Go programming language and its standard library", r.goVersion, strings.TrimSpace(goRoot)}
	for _, m := range append([]module{std}, modules...) {
		if err := notice(&out, m); err != nil {
			return err
		}
	}
	r.notices = out.Bytes()
	return os.WriteFile(filepath.Join(r.out, "THIRD-PARTY-NOTICES.txt"), r.notices, 0o644)
}

func notice(out io.Writer, m module) error {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return err
	}
	found := false
	fmt.Fprintf(out, "\n%s\n%s %s\n", strings.Repeat("=", 80), m.Path, m.Version)
	for _, entry := range entries {
		if entry.IsDir() || !licences.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.Dir, entry.Name()))
		if err != nil {
			return err
		}
		found = true
		fmt.Fprintf(out, "%s\n\n%s\n", strings.Repeat("-", 80), bytes.TrimSpace(text))
	}
	if !found {
		return fmt.Errorf("%s has no licence file in %s; find out what it may be used for", m.Path, m.Dir)
	}
	return nil
}

// linked returns the modules with a package in any program of any target, sorted.
func linked() ([]module, error) {
	all := map[string]module{}
	packages, err := mains(slices.Concat(slices.Collect(maps.Values(programs))...))
	if err != nil {
		return nil, err
	}
	for _, t := range targets {
		out, err := t.command(append([]string{"list", "-deps", "-tags", "grpcnotrace", "-json=Module"}, packages...)...)
		if err != nil {
			return nil, err
		}
		if err := addModules(all, out); err != nil {
			return nil, err
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b module) int { return strings.Compare(a.Path, b.Path) }), nil
}

func addModules(all map[string]module, listed string) error {
	decoder := json.NewDecoder(strings.NewReader(listed))
	for {
		var p struct{ Module *module }
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if p.Module != nil && p.Module.Version != "" && !strings.HasPrefix(p.Module.Path, "platform.internal/") {
			all[p.Module.Path] = *p.Module
		}
	}
}
