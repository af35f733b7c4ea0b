// Package compare shows, with the real adapters, that the comparison of two profiles is
// right.
package compare
