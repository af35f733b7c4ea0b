package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// TCP reports whether go-plugin connects over loopback TCP, which every user of
// the machine can reach.
const TCP = true

// Executable reports whether a file is meant to be executed.
func Executable(info fs.FileInfo) bool { return strings.EqualFold(filepath.Ext(info.Name()), ".exe") }

// temporary is the parent of the socket folders, from the system and not from
// the environment, which os.TempDir asks.
func temporary() (string, error) {
	system, err := windows.GetSystemWindowsDirectory()
	return filepath.Join(system, "Temp"), err
}

// closeDescriptors has nothing to do: on Windows Go names the handles that a
// child inherits.
func closeDescriptors() {}

// lock cannot find out here whether anybody has the folder, so nothing is swept.
func lock(*os.File) bool { return false }

// owned cannot find out here whose a file is.
func owned(os.FileInfo) bool { return true }
