package process

// closeDescriptors has nothing to do: on Windows Go names the handles that a
// child inherits.
func closeDescriptors() {}
