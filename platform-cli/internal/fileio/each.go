package fileio

// atOnce is how many files are worked on at once: as many as a host has in calls of an
// adapter. A file is for a good part of its time with the adapter, a process of its
// own, so there are more than processors.
const atOnce = 16

// Each calls do with each of the files, several at once, and take with what it returned,
// in the order of the files. It holds few of them at a time.
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
