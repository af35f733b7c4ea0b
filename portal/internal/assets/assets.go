// Package assets holds the portal's one stylesheet, one script and one icon.
// Each is written as files of one idea, joined and minified at start, compressed
// once, and served under a name with a hash of its content, so that a browser may
// keep it for ever.
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

// Prefix is the path under which assets are served.
const Prefix = "/assets/"

// Set is the assets as they are served.
type Set struct {
	// Style, Script and Icon are the paths that pages link to.
	Style, Script, Icon string

	byPath map[string]*asset
}

// kind is one asset to be made: the files it is joined from, what it is served
// as, and what makes it small, where anything does. Its path goes to path.
type kind struct {
	path                          *string
	pattern, name, ext, mediaType string
	minify                        minify.MinifierFunc
}

// Load joins, minifies, names and compresses the assets.
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

// spaced is a mark of CSS with space that is for people.
var spaced = regexp.MustCompile(`\s*([{};:,])\s+`)

// minifyCSS is css.Minify for the rules in @container too, which that leaves as
// they are.
func minifyCSS(m *minify.M, to io.Writer, from io.Reader, params map[string]string) error {
	var small bytes.Buffer
	if err := css.Minify(m, &small, from, params); err != nil {
		return err
	}
	_, err := to.Write(spaced.ReplaceAll(small.Bytes(), []byte("$1")))
	return err
}

// minified returns content without the comments and the spaces that are there
// for people: so the source can say why, and the budgets hold what is served.
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
