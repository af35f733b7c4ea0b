//go:build race

package adaptertest

// raceDetector tells that this binary is built with the race detector.
const raceDetector = true
