//go:build !race

package adapterhost

// raceDetector: this test binary, which every process is, was built
// with the race detector.
const raceDetector = false
