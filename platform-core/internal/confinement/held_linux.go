package confinement

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Hold is what the kernel says that it holds a process to: proc_pid_status(5).
type Hold struct {
	// Filters is the smallest number of seccomp filters that any thread has.
	Filters int
	// Privileges tells that some thread could still gain privileges.
	Privileges bool
}

// Held reads what the kernel holds every thread of a process to.
func Held(pid int) (Hold, error) { return held(filepath.Join("/proc", strconv.Itoa(pid))) }

// Own is what the kernel holds this process to: a container's runtime may have
// given it filters, which its children have as well.
func Own() (Hold, error) { return held("/proc/self") }

func held(process string) (Hold, error) {
	threads, err := os.ReadDir(filepath.Join(process, "task"))
	if err != nil {
		return Hold{}, err
	}
	least := Hold{Filters: -1}
	for _, thread := range threads {
		status, err := os.ReadFile(filepath.Join(process, "task", thread.Name(), "status"))
		if os.IsNotExist(err) {
			continue // a thread that has just ended
		}
		if err != nil {
			return Hold{}, err
		}
		h := parse(status)
		least.Privileges = least.Privileges || h.Privileges
		if least.Filters < 0 || h.Filters < least.Filters {
			least.Filters = h.Filters
		}
	}
	return least, nil
}

// parse reads a status file. A kernel before 5.9 does not count filters; there a
// thread in filter mode has one.
func parse(status []byte) Hold {
	hold, mode, counted := Hold{Privileges: true}, 0, false
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), ":")
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			continue
		}
		switch name {
		case "NoNewPrivs":
			hold.Privileges = n != 1
		case "Seccomp":
			mode = n
		case "Seccomp_filters":
			hold.Filters, counted = n, true
		}
	}
	const filterMode = 2
	switch {
	case mode != filterMode:
		hold.Filters = 0
	case !counted:
		hold.Filters = 1
	}
	return hold
}
