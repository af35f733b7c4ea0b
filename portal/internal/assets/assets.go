// Package assets holds the portal's one stylesheet, one script and one icon.
// Each is written as files of one idea, joined at start, compressed once, and
// served under a name with a hash of its content, so that a browser may keep it
// for ever.
package assets

import (
	"embed"
	"io/fs"
)

//go:embed style/*.css script/*.js icon.svg
var files embed.FS

// Prefix is the path under which assets are served.
const Prefix = "/assets/"

// Set is the assets as they are served.
type Set struct {
	// Style, Script and Icon are the paths that pages link to.
	Style, Script, Icon string

	byPath map[string]*asset
}

// kind is one asset to be made: the files it is joined from, and what it is
// served as. Its path goes to path.
type kind struct {
	path                          *string
	pattern, name, ext, mediaType string
}

// Load joins, names and compresses the assets.
func Load() (*Set, error) {
	s := &Set{byPath: map[string]*asset{}}
	for _, k := range []kind{
		{&s.Style, "style/*.css", "portal", ".css", "text/css; charset=utf-8"},
		{&s.Script, "script/*.js", "portal", ".js", "text/javascript; charset=utf-8"},
		{&s.Icon, "icon.svg", "icon", ".svg", "image/svg+xml"},
	} {
		content, err := join(k.pattern)
		if err != nil {
			return nil, err
		}
		*k.path = s.add(k, content)
	}
	return s, nil
}

// join returns the files that match the pattern, in the order of their names.
func join(pattern string) ([]byte, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	var joined []byte
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		joined = append(joined, content...)
	}
	return joined, nil
}
