package reference_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	anchor  = regexp.MustCompile(`<a id="([^"]+)">`)
	fenced  = regexp.MustCompile("(?s)```.*?```")
)

// TestLinks: what a page links to is there, down to the part of a page.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != root || entry.Name() == "testdata" || entry.Name() == "bundle") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		pages++
		for _, found := range link.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, path), ""), -1) {
			check(t, path, found[1])
		}
		return nil
	}))
	assert.Greater(t, pages, 15)
}

func check(t *testing.T, page, target string) {
	t.Helper()
	if strings.Contains(target, "://") {
		return
	}
	file, part, _ := strings.Cut(target, "#")
	to := page
	if file != "" {
		to = filepath.Join(filepath.Dir(page), filepath.FromSlash(file))
	}
	if _, err := os.Stat(to); err != nil {
		assert.Fail(t, "a link leads nowhere", "%s: %s", page, target)
		return
	}
	if part != "" {
		assert.Contains(t, parts(read(t, to)), part, "%s: %s", page, target)
	}
}

// parts returns what the part of a page may be linked by: its anchors, and its headings as
// GitHub and GitLab write them.
func parts(page string) (list []string) {
	for _, found := range anchor.FindAllStringSubmatch(page, -1) {
		list = append(list, found[1])
	}
	for _, found := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		list = append(list, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
				return unicode.ToLower(r)
			default:
				return -1
			}
		}, found[1]))
	}
	return list
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(data)
}
