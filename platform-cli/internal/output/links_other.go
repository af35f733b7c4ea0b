//go:build !unix

package output

import "io/fs"

// links returns 1: these systems do not report how many names a file has.
func links(fs.FileInfo) uint64 { return 1 }
