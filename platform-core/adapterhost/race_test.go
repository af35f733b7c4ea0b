//go:build race

package adapterhost

// raceDetector tells that this test binary, which every process is, was built
// with it.
const raceDetector = true
