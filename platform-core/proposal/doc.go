// Package proposal makes the review proposal of an accepted request: seven
// artifacts and a safety marker, with the hashes that let anyone check them.
// Everything here is pure: equal inputs give equal bytes, on every machine and
// on every day. Nothing here opens a pull request or runs Terraform.
package proposal
