//go:build unix && !linux

package process

// closeDescriptors keeps the host's descriptors from its children. Those that
// Go opened are not inherited anyway; this is for the ones that the host was
// itself started with.
func closeDescriptors() { closeEach() }
