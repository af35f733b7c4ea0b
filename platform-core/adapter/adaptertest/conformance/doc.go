// Package conformance holds an adapter to the contract of package provider: not
// one answer at a time, as a host does, but what only many answers show. It
// asks for every region, size, environment, classification and mode, again, in
// another order, from another process, in other surroundings, and with hostile
// text, and reads the Terraform that comes back.
//
// Check returns a Report with a property for each promise of the contract: it
// holds, it does not and here is a counter-example, or it could not be judged
// and this is why. The report of a binary is its certificate.
//
// The package needs no *testing.T: the command line runs it too. Authors write
// adaptertest.Run in a test.
package conformance
