package fileio

// atOnce is the number of files that are processed at the same time. It equals the number of calls
// that a host sends to an adapter. It may exceed the number of processors, because most of the time
// is spent in the adapter's process.
const atOnce = 16

// Each calls do for each file, several at the same time. It calls take with each result, in the
// order of the files. It holds only a few results at a time.
func Each[File, Result any](files []File, do func(File) Result, take func(Result)) {
	running := make(chan chan Result, atOnce)
	go func() {
		defer close(running)
		for _, file := range files {
			done := make(chan Result, 1)
			running <- done
			go func() { done <- do(file) }()
		}
	}()
	for done := range running {
		take(<-done)
	}
}
