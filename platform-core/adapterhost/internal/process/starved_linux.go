package process

import (
	"os"
	"strconv"
	"strings"
)

// starvations returns how often the kernel of this machine has killed a process
// for want of memory, its own or a control group's; 0 where it does not say
// (Linux before 4.13). The figure only grows.
func starvations() int {
	data, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	return countKills(string(data))
}

// countKills returns the figure of oom_kill in lines of names and figures.
func countKills(lines string) int {
	_, after, found := strings.Cut("\n"+lines, "\noom_kill ")
	if !found {
		return 0
	}
	figure, _, _ := strings.Cut(after, "\n")
	count, err := strconv.Atoi(figure)
	if err != nil {
		return 0
	}
	return count
}
