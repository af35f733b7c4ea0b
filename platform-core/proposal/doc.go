// Package proposal makes and verifies the review proposal of an accepted request: seven artifacts and a
// safety marker, with their hashes.
//
// [Build] makes a proposal from an [Input]:
//
//	p, err := proposal.Build(in)
//	for _, file := range p.Files() {
//		write(file.Path, file.Content)
//	}
//
// To verify a saved proposal, read it with [Decode], then call [Check] and [CompareSaved]. For the files of a
// bundle, call [Inconsistent], or [Compare] if the profile and the adapter are there.
//
// Equal inputs give equal bytes, on every machine and on every day. The package opens no pull request and
// runs no Terraform.
package proposal
