//go:build linux && (amd64 || arm64)

package confine

import (
	"runtime"
	"sync"
)

// launcher returns the queue of the one thread that starts processes. The
// kernel ends an adapter when the thread that started it ends (see package
// shim), and threads of Go come and go; this one stays until the host's end.
var launcher = sync.OnceValue(func() chan<- func() {
	queue := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range queue {
			start()
		}
	}()
	return queue
})

// onLauncher runs start on the launcher's thread and returns its error.
func onLauncher(start func() error) error {
	failed := make(chan error)
	launcher() <- func() { failed <- start() }
	return <-failed
}
