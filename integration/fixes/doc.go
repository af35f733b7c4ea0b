// Package fixes compares the fix of denied requests with brute force: with the rules of
// every adapter of the workspace, in every mode, and with rules of organisations.
package fixes
