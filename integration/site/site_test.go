package site_test

import (
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// page is one of the site: what it links to and loads, and the parts that can be linked to.
type page struct {
	links, loads []string
	parts        map[string]bool
	title        string
}

func read(t *testing.T, file string) page {
	t.Helper()
	content, err := os.Open(file)
	require.NoError(t, err)
	defer content.Close()
	root, err := html.Parse(content)
	require.NoError(t, err)
	p := page{parts: map[string]bool{}}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			switch {
			case a.Key == "id":
				assert.False(t, p.parts[a.Val], "%s has two parts %s", file, a.Val)
				p.parts[a.Val] = true
			case a.Key == "href" && n.Data == "a":
				p.links = append(p.links, a.Val)
			case a.Key == "href" || a.Key == "src":
				p.loads = append(p.loads, a.Val)
			}
		}
		if n.Data == "title" && n.FirstChild != nil {
			p.title = n.FirstChild.Data
		}
	}
	return p
}

// TestSite follows every link of every page to its file and part, and loads what pages show. All of it is the
// site's own, but for links to other sites.
func TestSite(t *testing.T) {
	out := t.TempDir()
	built, err := exec.Command("hugo", "--source", "../../docs/site", "--destination", out, "--noBuildLock", "--panicOnWarning").CombinedOutput()
	require.NoError(t, err, "%s", built)
	pages := map[string]page{}
	require.NoError(t, filepath.WalkDir(out, func(path string, entry fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".html" {
			pages[path] = read(t, path)
		}
		return err
	}))
	require.Greater(t, len(pages), 20)
	menu, err := os.ReadFile("../../docs/site/data/menu.yaml")
	require.NoError(t, err)
	records, err := filepath.Glob(filepath.Join(out, "decisions", "[0-9]*.html"))
	require.NoError(t, err)
	require.Len(t, pages, strings.Count(string(menu), " page: ")+1+len(records), "each entry of the menu has a file of its own")
	home := pages[filepath.Join(out, "index.html")]
	indexes := []string{filepath.Join(out, "index.html"), filepath.Join(out, "decisions", "readme.html")}
	targets := map[string]bool{}
	links, titles := 0, map[string]string{}
	for path, p := range pages {
		assert.Empty(t, titles[p.title], "%s has the title of %s", path, titles[p.title])
		titles[p.title] = path
		for _, target := range append(p.links, p.loads...) {
			links++
			to := follow(t, pages, path, target)
			if slices.Contains(indexes, path) {
				targets[to] = true
			}
		}
		for _, loaded := range p.loads {
			assert.NotContains(t, loaded, "//", "%s loads what is not the site's", path)
		}
	}
	for path := range pages {
		assert.True(t, targets[path] || path == filepath.Join(out, "index.html"), "%s is neither in menu.yaml nor in the list of decisions", path)
	}
	assert.NotEmpty(t, home.links)
	t.Logf("%d pages, %d links", len(pages), links)
}

// follow returns the file that a link leads to, which must be there with its part.
func follow(t *testing.T, pages map[string]page, from, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	require.NoError(t, err, "%s: %s", from, target)
	if u.IsAbs() {
		return ""
	}
	to := from
	if u.Path != "" {
		to = filepath.Join(filepath.Dir(from), filepath.FromSlash(u.Path))
	}
	info, err := os.Stat(to)
	if !assert.NoError(t, err, "%s: %s", from, target) {
		return to
	}
	assert.False(t, info.IsDir(), "%s: %s is a folder", from, target)
	if u.Fragment != "" {
		assert.True(t, pages[to].parts[u.Fragment], "%s: %s has no such part", from, target)
	}
	return to
}
