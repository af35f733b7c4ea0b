package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// idleThread starts a thread that sleeps until the end of the process and touches
// no stack, so that any number may have the same; it returns the kernel's answer.
func idleThread(stack uintptr) int

var shared [4096]byte

// threads makes up to 20,000 threads that cost no memory of the process.
func threads() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	var before unix.Sigset_t
	_ = unix.PthreadSigmask(unix.SIG_BLOCK, &all, &before)
	for n := 0; n < 20_000 && idleThread(addressOf(&shared)) > 0; n++ {
	}
	_ = unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
}

// memory takes memory of Go's until the kernel gives no more.
func memory() {
	for taken := [][]byte{}; ; {
		part := make([]byte, 16<<20)
		touch(part)
		taken = append(taken, part)
	}
}

// maps takes memory from the kernel until there is no more, and keeps it.
func maps() {
	for time.Now().Before(over) {
		part, err := unix.Mmap(-1, 0, 16<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return
		}
		touch(part)
	}
}

func touch(part []byte) {
	for i := 0; i < len(part); i += 4096 {
		part[i] = 1
	}
}

// tables takes up to 2 GiB of page tables. To get a table of 4 KiB it reads one byte
// in each 2 MiB of addresses. The process gets no page of its own from it.
func tables() {
	const table, part = 2 << 20, 1 << 30
	var sum byte
	defer func() { runtime.KeepAlive(sum) }()
	for taken := 0; taken < 1<<40 && time.Now().Before(over); taken += part {
		addresses, err := unix.Mmap(-1, 0, part, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return
		}
		_ = unix.Madvise(addresses, unix.MADV_NOHUGEPAGE)
		for i := 0; i < part; i += table {
			sum += addresses[i]
		}
	}
}

// files makes empty files with long names where it may make its socket.
func files() {
	sockets := os.Getenv("PLUGIN_UNIX_SOCKET_DIR")
	for n := 0; n < 100_000 && time.Now().Before(over); n++ {
		name := filepath.Join(sockets, fmt.Sprintf("%s%08d", strings.Repeat("f", 240), n))
		file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err != nil {
			return
		}
		_ = file.Close()
	}
}

// processor keeps every processor busy.
func processor() {
	for range runtime.NumCPU() - 1 {
		go compute()
	}
	compute()
}

func compute() {
	for n := 1; n%(1<<24) > 0 || time.Now().Before(over); n++ {
	}
}

// descriptors opens pipes until it may have no more.
func descriptors() {
	for pair := [2]int{}; unix.Pipe2(pair[:], unix.O_CLOEXEC) == nil; {
	}
}

var (
	endless = bytes.Repeat([]byte("x"), 64<<10)
	lines   = bytes.Repeat([]byte(strings.Repeat("blah ", 12)+"\n"), 1000)
)

// write writes the given number of bytes of a pattern to a descriptor of the process.
func write(fd int, pattern []byte, bytes int) {
	for bytes > 0 && time.Now().Before(over) {
		n, err := unix.Write(fd, pattern[:min(len(pattern), bytes)])
		switch err {
		case nil:
			bytes -= n
		case unix.EINTR:
		default:
			return
		}
	}
}
