// Package adaptertest is the conformance kit for adapters.
//
// A host checks one answer at a time; the kit checks what only many answers
// show. It asks for every region, size, environment, classification and mode,
// again, in another sequence, from another process, in another process
// environment, with networks, names and texts that few expect, follows what is
// suggested, and reads the Terraform that comes back.
//
// [Check] checks a [Subject] and returns a [Report], which is the certificate of a
// binary: platform provider test ./adapter. Package testkit does the same in tests.
//
// [Request] makes a request and [Inputs] every combination, [CheckAnswer] verifies
// one answer, and [Root] and [Module] read the generated Terraform.
package adaptertest
