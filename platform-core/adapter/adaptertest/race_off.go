//go:build !race

package adaptertest

// raceDetector is true where this binary is built with the race detector.
const raceDetector = false
