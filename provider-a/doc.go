// Package providera is the adapter of provider_a, an example of AWS: a private EKS cluster in its own VPC,
// with its keys, logs, identities and budget, as Terraform for the hashicorp/aws provider.
//
// data/definition.json describes the provider; adapter.go completes it. rules.go has the provider's own
// rules. plan.go decides what is built for a request, with the tables of regions.go, sizes.go, network.go
// and terms.go. resources.go lists what terraform/main.tf declares, charges.go what it costs, needs.go what
// the workflow must bring, and review.go what else a reviewer reads. The tables are in data/, each with its
// source.
package providera
