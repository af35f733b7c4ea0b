package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed all:template
var files embed.FS

// source is the folder of files.
const source = "template"

// nameForm is the form of a provider's ID: words of lower-case letters and digits, joined by
// "_". It starts with "provider_", because the build takes the modules provider-*, and IDs
// of rules with this prefix are reserved for adapters.
var nameForm = regexp.MustCompile(`^provider(_[a-z0-9]+)+$`)

// names are the names of a new adapter.
type names struct {
	// ID is the provider's ID, such as "provider_c".
	ID string
	// Module is the name of the folder and the end of the module's path.
	Module string
	// Package is the name of the Go package.
	Package string
	// Display is the provider's name for people.
	Display string
	// Command is the name of the binary.
	Command string
}

// newNames returns the names of a provider's adapter. The error says what to write instead.
func newNames(id string) (names, error) {
	if !nameForm.MatchString(id) || len(id) > 32 {
		return names{}, fmt.Errorf("the name %q must start with provider_ and have at most 32 lower-case letters and digits "+
			"in words joined by _, such as provider_c", id)
	}
	words := strings.Split(id, "_")
	var display []string
	for _, word := range words {
		display = append(display, strings.ToUpper(word[:1])+word[1:])
	}
	module := strings.Join(words, "-")
	return names{
		ID:      id,
		Module:  module,
		Package: strings.Join(words, ""),
		Display: strings.Join(display, " "),
		Command: "platform-" + module,
	}, nil
}

// newAdapter writes the module of a new adapter into the working directory and returns its
// folder.
func newAdapter(args []string) (string, error) {
	if len(args) != 1 || args[0] == "" {
		return "", usageError("make new-adapter NAME=provider_c")
	}
	n, err := write(".", args[0])
	return n.Module + "\n", err
}

// write writes the module of a new adapter into its folder below repository, which must not
// exist yet.
func write(repository, id string) (names, error) {
	n, err := newNames(id)
	if err != nil {
		return names{}, err
	}
	module := filepath.Join(repository, n.Module)
	if err := os.Mkdir(module, 0o755); errors.Is(err, fs.ErrExist) { //nolint:gosec // source code that everybody may read
		return names{}, fmt.Errorf("%s is already there; choose another name, or remove it", n.Module)
	} else if err != nil {
		return names{}, err
	}
	if err := n.writeFile(module, "go.mod", []byte(n.goMod())); err != nil {
		return names{}, err
	}
	return n, fs.WalkDir(files, source, func(from string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(from)
		if err != nil {
			return err
		}
		return n.writeFile(module, n.renamed(strings.TrimPrefix(from, source+"/")), []byte(n.renamed(string(data))))
	})
}

// writeFile writes one file of the module.
func (n names) writeFile(module, name string, data []byte) error {
	to := filepath.Join(module, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // source code that everybody may read
		return err
	}
	return os.WriteFile(to, data, 0o644) //nolint:gosec // source code that everybody may read
}

// renamed returns text with the adapter's names in place of the template's.
func (n names) renamed(text string) string {
	return strings.NewReplacer(
		"platform.internal/platform-core/adapter/adaptertool/template", path.Join("platform.internal", n.Module),
		"platform-provider-template", n.Command,
		"provider_template", n.ID,
		"Provider Template", n.Display,
		"package template", "package "+n.Package,
		"Package template", "Package "+n.Package,
		"template.New", n.Package+".New",
	).Replace(text)
}

// goMod returns the go.mod that `go mod tidy` completes.
func (n names) goMod() string {
	return fmt.Sprintf(`module platform.internal/%s

go 1.26.0

require platform.internal/platform-core v0.0.0

replace platform.internal/platform-core => ../platform-core
`, n.Module)
}
