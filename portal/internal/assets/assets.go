// Package assets serves the portal's stylesheet, script and icon.
//
// Call [Load] once, link pages to the paths in the [Set], and call [Set.Serve] for requests below
// [Prefix]. Each asset is joined from source files, minified and compressed at start. Its path
// contains a hash of its content, so browsers may cache it without a time limit.
package assets

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"regexp"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

//go:embed style/*.css script/*.js icon.svg
var files embed.FS

// Prefix is the path below which assets are served.
const Prefix = "/assets/"

// Set holds the loaded assets.
type Set struct {
	// Style, Script and Icon are the paths for links in pages.
	Style, Script, Icon string

	byPath map[string]*asset
}

// kind describes one asset: its source files, its name and media type, and its minifier. minify is nil
// if the asset is served unchanged. Load stores the asset's path in path.
type kind struct {
	path                          *string
	pattern, name, ext, mediaType string
	minify                        minify.MinifierFunc
}

// Load joins, minifies, names and compresses the assets. It fails if a source file cannot be read
// or minified.
func Load() (*Set, error) {
	s := &Set{byPath: map[string]*asset{}}
	for _, k := range []kind{
		{&s.Style, "style/*.css", "portal", ".css", "text/css; charset=utf-8", minifyCSS},
		{&s.Script, "script/*.js", "portal", ".js", "text/javascript; charset=utf-8", js.Minify},
		{&s.Icon, "icon.svg", "icon", ".svg", "image/svg+xml", nil},
	} {
		content, err := join(k.pattern)
		if err != nil {
			return nil, err
		}
		if content, err = k.minified(content); err != nil {
			return nil, err
		}
		*k.path = s.add(k, content)
	}
	return s, nil
}

// join returns the content of the files that match the pattern, in the order of their names.
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

// spaced matches CSS punctuation with the white space around it.
var spaced = regexp.MustCompile(`\s*([{};:,])\s+`)

// minifyCSS extends [css.Minify] to the rules in @container, which css.Minify does not minify.
func minifyCSS(m *minify.M, to io.Writer, from io.Reader, params map[string]string) error {
	var small bytes.Buffer
	if err := css.Minify(m, &small, from, params); err != nil {
		return err
	}
	_, err := to.Write(spaced.ReplaceAll(small.Bytes(), []byte("$1")))
	return err
}

// minified returns content without comments and white space. Sources can therefore have comments,
// and the size budgets apply to the served bytes.
func (k kind) minified(content []byte) ([]byte, error) {
	if k.minify == nil {
		return content, nil
	}
	var small bytes.Buffer
	if err := k.minify(minify.New(), &small, bytes.NewReader(content), nil); err != nil {
		return nil, fmt.Errorf("minify %s: %w", k.pattern, err)
	}
	return small.Bytes(), nil
}
