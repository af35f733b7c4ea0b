// Package terraform holds the adapters' Terraform against tools that did not
// come with it: Terraform itself, with a stand-in for the provider that serves
// its schema and reaches no cloud, and a security scanner.
package terraform
