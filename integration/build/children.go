package build

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Children returns the running processes whose parent is pid, on Linux.
func Children(pid int) (found []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		stat, _ := os.ReadFile(file) // empty for a process that has ended
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[0] != "Z" && fields[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			found = append(found, child)
		}
	}
	return found
}
