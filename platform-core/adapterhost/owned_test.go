package adapterhost

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// digestOfContent is the hash of the text "content".
const digestOfContent = "sha256:ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73"

// contentFile writes an executable file with the text "content".
func contentFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "adapter")
	require.NoError(t, os.WriteFile(path, []byte("content"), 0o700))
	return path
}

// loadOwned loads a file of a folder of locked adapters.
func loadOwned(path string) (*process.Image, error) {
	return (&program{path: path, digest: digestOfContent}).image()
}

// changeOwner gives a file to another user, which only root can.
func changeOwner(t *testing.T, path string) {
	t.Helper()
	const somebody = 65534
	require.NoError(t, os.Chown(path, somebody, somebody))
}

func TestWhatIsNoLockedImage(t *testing.T) {
	mode := func(bits os.FileMode) func(*testing.T, string) {
		return func(t *testing.T, path string) { require.NoError(t, os.Chmod(path, bits)) }
	}
	inFolder := func(change func(*testing.T, string)) func(*testing.T, string) {
		return func(t *testing.T, path string) { change(t, filepath.Dir(path)) }
	}
	for name, c := range map[string]struct {
		change      func(t *testing.T, path string)
		reason, fix string // empty where it is accepted
	}{
		"as built":                 {mode(0o755), "", ""},
		"for its owner only":       {mode(0o500), "", ""},
		"for this user only":       {inFolder(mode(0o700)), "", ""},
		"writable by the group":    {mode(0o775), "can be written to by others (mode 0775)", "Run `chmod go-w adapter`."},
		"writable by all":          {mode(0o757), "can be written to by others (mode 0757)", "Run `chmod go-w adapter`."},
		"a folder of the group":    {inFolder(mode(0o770)), "can be written to by others (mode 0770)", "Run `chmod go-w folder`."},
		"a folder of all":          {inFolder(mode(0o777)), "can be written to by others (mode 0777)", "Run `chmod go-w folder`."},
		"a sticky folder":          {inFolder(mode(0o777 | os.ModeSticky)), "can be written to by others (mode 0777)", "Run `chmod go-w folder`."},
		"of another user":          {changeOwner, "is owned by user 65534, who is neither root nor the platform's user", "Run `chown 0 adapter`."},
		"a folder of another user": {inFolder(changeOwner), "is owned by user 65534, who is neither root nor the platform's user", "Run `chown 0 folder`."},
		"a link": {func(t *testing.T, path string) {
			require.NoError(t, os.Rename(path, path+".moved"))
			require.NoError(t, os.Symlink("adapter.moved", path))
		}, "is a symbolic link", "Put the file itself in the place of the link adapter."},
		"a link to nothing": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Symlink("nothing", path))
		}, "is a symbolic link", "Put the file itself in the place of the link adapter."},
	} {
		if os.Geteuid() != 0 && strings.HasSuffix(name, "of another user") {
			t.Logf("not checked, because only root can give files away: %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "adapter")
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte("content"), 0o755))
			c.change(t, path)
			image, err := loadOwned(path)
			if c.reason == "" {
				require.NoError(t, err)
				digest, err := image.Digest()
				require.NoError(t, err)
				assert.Equal(t, digestOfContent, digest)
				assert.NoError(t, image.Close())
				return
			}
			var exposed *unsafeFileError
			require.ErrorAs(t, err, &exposed)
			assert.Equal(t, c.reason, exposed.reason)
			assert.Equal(t, c.fix, remedy(filepath.Base, exposed))
			assert.Contains(t, err.Error(), filepath.Dir(path))
		})
	}
}

// The path that leads to the folder may have links: systems have some, and so do
// installations that switch between releases.
func TestALinkMayLeadToTheFolder(t *testing.T) {
	folder, err := filepath.EvalSymlinks(filepath.Dir(contentFile(t)))
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "current")
	require.NoError(t, os.Symlink(folder, link))
	image, err := loadOwned(filepath.Join(link, "adapter"))
	require.NoError(t, err)
	assert.NoError(t, image.Close())
}

func TestWhatIsNoLockedAdapter(t *testing.T) {
	_, err := loadOwned(filepath.Join(t.TempDir(), "nothing"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = loadOwned(filepath.Join(t.TempDir(), "no folder", "nothing"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = loadOwned(t.TempDir())
	assert.ErrorIs(t, err, process.ErrNotRegular)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o700))
	_, err = loadOwned(pipe) // and waits for no writer
	assert.ErrorIs(t, err, process.ErrNotRegular)
	data := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(data, nil, 0o600))
	_, err = loadOwned(data)
	assert.ErrorIs(t, err, process.ErrNotExecutable)
}

// TestEveryUnsafeFileIsListed breaks several files in several ways.
func TestEveryUnsafeFileIsListed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "the adapters")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for name, mode := range map[string]os.FileMode{"safe": 0o755, "group": 0o775, "all": 0o777, "moved": 0o777} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		require.NoError(t, os.Chmod(filepath.Join(dir, name), mode))
	}
	require.NoError(t, os.Symlink("moved", filepath.Join(dir, "link")))
	require.NoError(t, os.Chmod(dir, 0o775))
	named := func(found []*unsafeFileError) (list []string) {
		for _, e := range found {
			list = append(list, e.summary())
		}
		return list
	}
	found := findUnsafe(dir, []string{"all", "group", "link", "missing", "safe"})
	assert.Equal(t, []string{
		"the adapters can be written to by others (mode 0775)", "all can be written to by others (mode 0777)",
		"group can be written to by others (mode 0775)", "link is a symbolic link",
	}, named(found))
	assert.Equal(t, "Put the file itself in the place of the link '"+dir+"/link'. Run `chmod go-w '"+dir+"' '"+dir+"/all' '"+dir+"/group'`.",
		remedy(whole, found...))
	assert.Empty(t, findUnsafe(filepath.Join(dir, "nothing"), []string{"x"}))

	if os.Geteuid() != 0 {
		t.Log("not checked, because only root can give files away: two faults of one file")
		return
	}
	changeOwner(t, filepath.Join(dir, "all"))
	found = findUnsafe(dir, []string{"all"})
	assert.Equal(t, []string{
		"the adapters can be written to by others (mode 0775)",
		"all is owned by user 65534, who is neither root nor the platform's user", "all can be written to by others (mode 0777)",
	}, named(found))
	assert.Equal(t, "Run `chown 0 all; chmod go-w 'the adapters' all`.", remedy(filepath.Base, found...))
}

// A file name may be anything but a part of the command that is offered.
func TestThePathsOfARemedyAreQuoted(t *testing.T) {
	for name, want := range map[string]string{
		"plain-1.0_x": "plain-1.0_x", "a b": "'a b'", "a'b": `'a'\''b'`, "$(x)": "'$(x)'", "-x": "./-x", "ü": "'ü'",
	} {
		assert.Equal(t, "Run `chmod go-w "+want+"`.", remedy(whole, &unsafeFileError{path: name, command: "chmod go-w"}))
	}
}
