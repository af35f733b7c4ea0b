// Package bundle knows the folder form of a proposal: the seven artifacts and
// the safety marker.
package bundle
