package process

import (
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// TCP reports whether go-plugin connects over loopback TCP, which every user of
// the machine can reach.
const TCP = true

// Executable reports whether a file is meant to be executed.
func Executable(info fs.FileInfo) bool {
	return strings.EqualFold(filepath.Ext(info.Name()), ".exe")
}

// temporary is the parent of the socket folders, from the system and not from
// the environment, which os.TempDir asks.
func temporary() (string, error) {
	system, err := windows.GetSystemWindowsDirectory()
	return filepath.Join(system, "Temp"), err
}
