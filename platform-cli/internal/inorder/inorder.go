// Package inorder does something with many things, several at once, and takes the
// outcomes in their order.
package inorder

// ahead is how much is done at once: as much as a host has in calls of an adapter. An
// evaluation is for a good part of its time with the adapter, a process of its own, so
// there are more than processors.
const ahead = 16

// Each calls do with each of the items, several at once, and take with the outcomes in
// the order of the items. It holds few of them at a time.
func Each[I, O any](items []I, do func(I) O, take func(O)) {
	running := make(chan chan O, ahead)
	go func() {
		defer close(running)
		for _, item := range items {
			done := make(chan O, 1)
			running <- done
			go func() { done <- do(item) }()
		}
	}()
	for done := range running {
		take(<-done)
	}
}
