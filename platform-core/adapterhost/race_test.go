//go:build race

package adapterhost

// raceDetector: this test binary, which every process is, was built
// with it.
const raceDetector = true
