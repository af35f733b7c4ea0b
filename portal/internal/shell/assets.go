package shell

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

//go:embed style/*.css script/*.js icon.svg
var assetFiles embed.FS

// assetsPrefix is the path below which assets are served.
const assetsPrefix = "/assets/"

// Assets are the stylesheet, the script and the icon. Each is joined from source files and minified
// at start. Its path contains a hash of its content, so browsers may cache it without a time limit.
// Create them with [LoadAssets].
type Assets struct {
	// Style, Script and Icon are the paths for links in pages.
	Style, Script, Icon string

	byPath map[string]asset
}

// assetKind describes one asset: its source files, its name with a place for the hash, its media type, and its
// minifier. minify is nil if the asset is served unchanged. LoadAssets stores the asset's path in path.
type assetKind struct {
	path                     *string
	pattern, name, mediaType string
	minify                   minify.MinifierFunc
}

// LoadAssets joins, minifies and names the assets. It fails if a source file cannot be read
// or minified.
func LoadAssets() (*Assets, error) {
	s := &Assets{byPath: map[string]asset{}}
	for _, k := range []assetKind{
		{&s.Style, "style/*.css", "portal.%x.css", "text/css; charset=utf-8", minifyCSS},
		{&s.Script, "script/*.js", "portal.%x.js", "text/javascript; charset=utf-8", js.Minify},
		{&s.Icon, "icon.svg", "icon.%x.svg", "image/svg+xml", nil},
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
	names, err := fs.Glob(assetFiles, pattern)
	if err != nil {
		return nil, err
	}
	var joined []byte
	for _, name := range names {
		content, err := fs.ReadFile(assetFiles, name)
		if err != nil {
			return nil, err
		}
		joined = append(joined, content...)
	}
	return joined, nil
}

// spaced matches CSS punctuation with the white space around it. lastSemicolon matches the end of a block.
var (
	spaced        = regexp.MustCompile(`\s*([{};:,>])\s+`)
	lastSemicolon = []byte(";}")
)

// minifyCSS extends [css.Minify] to nested rules and to the rules in @container, which css.Minify does not minify.
func minifyCSS(m *minify.M, to io.Writer, from io.Reader, params map[string]string) error {
	var small bytes.Buffer
	if err := css.Minify(m, &small, from, params); err != nil {
		return err
	}
	tight := spaced.ReplaceAll(small.Bytes(), []byte("$1"))
	_, err := to.Write(bytes.ReplaceAll(tight, lastSemicolon, lastSemicolon[1:]))
	return err
}

// minified returns content without comments and white space. Sources can therefore have comments,
// and the size budgets apply to the served bytes.
func (k assetKind) minified(content []byte) ([]byte, error) {
	if k.minify == nil {
		return content, nil
	}
	var small bytes.Buffer
	if err := k.minify(minify.New(), &small, bytes.NewReader(content), nil); err != nil {
		return nil, fmt.Errorf("minify %s: %w", k.pattern, err)
	}
	return small.Bytes(), nil
}

// asset is the content of one asset.
type asset struct {
	mediaType string
	content   []byte
}

// add stores an asset and returns its path.
func (s *Assets) add(k assetKind, content []byte) string {
	sum := sha256.Sum256(content)
	path := assetsPrefix + fmt.Sprintf(k.name, sum[:6])
	s.byPath[path] = asset{k.mediaType, content}
	return path
}

// Serve sends the asset with the path of the request. It returns false and sends nothing if no
// asset has this path. Browsers may cache the asset, because its path changes with its content.
func (s *Assets) Serve(w http.ResponseWriter, r *http.Request) bool {
	a, ok := s.byPath[r.URL.Path]
	if !ok {
		return false
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	sendBytes(w, http.StatusOK, a.mediaType, a.content)
	return true
}
