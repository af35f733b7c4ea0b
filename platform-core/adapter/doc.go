// Package adapter is the port to a provider adapter: the Adapter interface in
// domain types, and the check that holds an adapter's answers to its contract.
// The comments of this file are the contract that an adapter's author reads.
//
// An adapter describes one provider, checks installations, evaluates requests
// against the provider's own rules, and generates the Terraform of an accepted
// request. It reaches no cloud and decides nothing that is common to all
// providers. Every answer is a pure function of the input: no clock, no
// environment variable, no file, no network, no randomness; what is a list is
// sorted; the same input gives the same bytes from any process.
package adapter
