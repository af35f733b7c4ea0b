package fileio

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/proposal"
)

// TestModes checks lists of entries as they occur on several kinds of file system.
func TestModes(t *testing.T) {
	folder := func(path string, mode fs.FileMode) entry { return entry{path, fs.ModeDir | mode, 2} }
	file := func(path string, mode fs.FileMode) entry { return entry{path, mode, 1} }
	for name, c := range map[string]struct {
		entries []entry
		want    map[string]string
	}{
		"as written": {[]entry{folder(".", 0o755), file("a", 0o644)}, nil},
		"no modes": {[]entry{folder(".", 0o777), file("a", 0o777), folder("b", 0o777), file("b/c", 0o777)},
			nil},
		"no modes, and setuid": {[]entry{folder(".", 0o777), file("a", 0o777|fs.ModeSetuid), file("b", 0o777)},
			map[string]string{"a": "is setuid"}},
		"no modes, and setgid": {[]entry{folder(".", 0o777), file("a", 0o777), file("b", 0o777|fs.ModeSetgid)},
			map[string]string{"b": "is setgid"}},
		"no modes, and sticky": {[]entry{folder(".", 0o777), file("a", 0o777|fs.ModeSticky)},
			map[string]string{"a": "is sticky"}},
		"no modes, a link": {[]entry{folder(".", 0o777), file("a", 0o777), {"b", fs.ModeSymlink | 0o777, 1}},
			map[string]string{"b": "is not a plain file"}},
		"no modes, a second name": {[]entry{folder(".", 0o777), {"a", 0o777, 2}},
			map[string]string{"a": "has a second name (a hard link)"}},
		"one file with a mode": {[]entry{folder(".", 0o777), file("a", 0o777), file("b", 0o644)},
			map[string]string{".": "is writable by everybody", "a": "is writable by everybody"}},
		"one folder with a mode": {[]entry{folder(".", 0o755), file("a", 0o777)},
			map[string]string{"a": "is writable by everybody"}},
		"all executable": {[]entry{folder(".", 0o755), file("a", 0o755), file("b", 0o755)},
			map[string]string{"a": "is executable", "b": "is executable"}},
		"all writable": {[]entry{folder(".", 0o777), file("a", 0o666)},
			map[string]string{".": "is writable by everybody", "a": "is writable by everybody"}},
		"a folder and no file": {[]entry{folder(".", 0o777)}, map[string]string{".": "is writable by everybody"}},
		"a folder and a link in it": {[]entry{folder(".", 0o777), {"b", fs.ModeSymlink | 0o777, 1}},
			map[string]string{".": "is writable by everybody", "b": "is not a plain file"}},
	} {
		t.Run(name, func(t *testing.T) {
			var want []proposal.Mismatch
			for _, e := range c.entries {
				if message, differs := c.want[e.path]; differs {
					want = append(want, proposal.Mismatch{Where: e.path, Message: message})
				}
			}
			assert.Equal(t, want, unusual(c.entries, 0))
		})
	}
}
