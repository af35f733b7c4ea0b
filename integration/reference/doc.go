// Package reference writes docs/reference.md from the code and the running programs, and
// checks that it is fresh.
package reference
