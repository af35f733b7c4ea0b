package main

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	platformcore "platform.internal/platform-core"
)

//go:embed all:template
var files embed.FS

// source is the folder of files.
const source = "template"

// nameForm is the form of a provider's ID: words of lower-case letters and digits, joined by "_".
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// taken are no names of providers: the IDs of other rules start with the first five, and no package can have the others.
var taken = []string{"common", "simulation", "sandbox", "enterprise", "organisation", "provider", "main", "plugin"}

// names are the names of a new adapter.
type names struct {
	// ID is the provider's ID, such as "provider_c".
	ID string
	// ModulePath is the path of the module, and Folder is the name of its folder.
	ModulePath, Folder string
	// Package is the name of the Go package.
	Package string
	// Display is the provider's name for people.
	Display string
	// Command is the name of the binary.
	Command string
}

// newNames returns the names of a provider's adapter. If modulePath is empty, the module is for this repository. The
// error shows what to write instead.
func newNames(id, modulePath string) (names, error) {
	const maxID = 32
	if !nameForm.MatchString(id) || len(id) > maxID || slices.Contains(taken, id) || token.IsKeyword(id) {
		return names{}, fmt.Errorf("the name %q must be at most %d lower-case letters and digits in words joined by _, such as "+
			"provider_c or acme_cloud, no word of Go and none of %s", id, maxID, strings.Join(taken, ", "))
	}
	words := strings.Split(id, "_")
	var display []string
	for _, word := range words {
		display = append(display, strings.ToUpper(word[:1])+word[1:])
	}
	folder, _, _ := module.SplitPathVersion(modulePath)
	n := names{
		ID: id, ModulePath: modulePath, Folder: path.Base(folder), Package: strings.Join(words, ""),
		Display: strings.Join(display, " "), Command: "platform-" + strings.Join(words, "-"),
	}
	if modulePath == "" { // the build takes the modules provider-*
		n.Folder = "provider-" + strings.TrimPrefix(strings.Join(words, "-"), "provider-")
		n.ModulePath = "platform.internal/" + n.Folder
		n.Command = "platform-" + n.Folder
		return n, nil
	}
	if err := module.CheckPath(modulePath); err != nil {
		return names{}, fmt.Errorf("%w; write a path such as example.com/team/%s", err, strings.Join(words, "-"))
	}
	return n, nil
}

// newAdapter writes the module of a new adapter into the working directory and returns its folder.
func newAdapter(args []string) (string, error) {
	if len(args) == 0 || args[0] == "" || len(args) > 2 {
		return "", usageError("make new-adapter NAME=provider_c, or adaptertool new NAME MODULE")
	}
	n, err := newNames(args[0], strings.Join(args[1:], ""))
	if _, missing := os.Stat("platform-core/go.mod"); err == nil && path.Dir(n.ModulePath) == "platform.internal" && missing != nil {
		return "", usageError("adaptertool new NAME MODULE, with a MODULE such as example.com/team/" + n.Folder +
			", outside the platform's repository")
	}
	if err == nil {
		err = n.write(".")
	}
	return n.Folder + "\n", err
}

// write makes the folder of a new adapter below another folder, and writes the module into it. It fails if the folder
// exists.
func (n names) write(below string) error {
	folder := filepath.Join(below, n.Folder)
	if err := os.Mkdir(folder, 0o755); errors.Is(err, fs.ErrExist) { //nolint:gosec // source code that everybody may read
		return fmt.Errorf("%s is already there; choose another name, or remove it", n.Folder)
	} else if err != nil {
		return err
	}
	if err := n.writeFile(folder, "go.mod", []byte(n.goMod())); err != nil {
		return err
	}
	return fs.WalkDir(files, source, func(from string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(from)
		if err != nil {
			return err
		}
		return n.writeFile(folder, n.renamed(strings.TrimPrefix(from, source+"/")), []byte(n.renamed(string(data))))
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
		"platform.internal/platform-core/adapter/adaptertool/template", n.ModulePath,
		"platform-provider-template", n.Command,
		"provider_template", n.ID,
		"Provider Template", n.Display,
		"package template", "package "+n.Package,
		"Package template", "Package "+n.Package,
		"template.New", n.Package+".New",
	).Replace(text)
}

// goMod returns the go.mod that `go mod tidy` completes. A module of this repository uses the core of this repository.
// A module of another repository uses the core of this release.
func (n names) goMod() string {
	text := fmt.Sprintf("module %s\n\ngo 1.26.0\n\n", n.ModulePath)
	if path.Dir(n.ModulePath) == "platform.internal" {
		return text + `require platform.internal/platform-core v0.0.0

replace platform.internal/platform-core => ../platform-core
`
	}
	return text + "require platform.internal/platform-core v" + platformcore.Version + "\n"
}
