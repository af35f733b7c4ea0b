//go:build race

package providertest

// raceDetector tells that this binary is built with the race detector.
const raceDetector = true
