package confine

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Numbers returns those of the named numbers that a file has in which the kernel names one
// a line: /proc/PID/status, /proc/vmstat.
func Numbers(path string, names ...string) (map[string]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	const usualSize = 2 << 10
	lines, numbers := bufio.NewReaderSize(file, usualSize), map[string]int{}
	for len(numbers) < len(names) {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) { // a long list of groups, for example
			return nil, err
		}
		end := bytes.IndexAny(line, ": ")
		at := slices.IndexFunc(names, func(name string) bool { return end > 0 && name == string(line[:end]) })
		if at < 0 {
			continue
		}
		if values := strings.Fields(string(line[end+1:])); len(values) > 0 {
			if n, err := strconv.Atoi(values[0]); err == nil {
				numbers[names[at]] = n
			}
		}
	}
	return numbers, nil
}
