// Package reference writes docs/fields.md, docs/providers.md and docs/reference.md from the
// code and the running programs, and checks that they are fresh.
package reference
