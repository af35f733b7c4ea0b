// Package adapters holds what the platform says of adapters that go wrong: that
// a hostile one finds every way out closed, that calls survive the death of the
// process that they are in, and that every way to fail has its own words in
// every view. The adapters in its folders are real binaries, built for the tests
// and used nowhere else.
package adapters
