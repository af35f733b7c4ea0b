// Package bundle reads and writes proposals: the folder with the seven artifacts
// and the safety marker, and the saved document.
package bundle
