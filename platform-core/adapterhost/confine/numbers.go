package confine

import (
	"os"
	"strconv"
	"strings"
)

// Numbers returns the numbers of a file in which the kernel names one a line, by
// their names: /proc/PID/status, /proc/vmstat.
func Numbers(path string) (map[string]int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	numbers := map[string]int{}
	for line := range strings.Lines(string(data)) {
		if parts := strings.Fields(line); len(parts) > 1 {
			if n, err := strconv.Atoi(parts[1]); err == nil {
				numbers[strings.TrimSuffix(parts[0], ":")] = n
			}
		}
	}
	return numbers, nil
}
