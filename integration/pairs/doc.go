// Package pairs checks what a second request for an environment changes: pairs of
// requests that differ in one field, with every adapter of the workspace.
package pairs
