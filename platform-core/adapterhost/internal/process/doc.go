// Package process starts an adapter's binary as a process that go-plugin can
// talk to, and gives it nothing of the host but a closed pipe: see the package
// comment of plugin for what and why. It knows nothing of the contract.
package process
