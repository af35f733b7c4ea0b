// Package providera is the adapter of provider_a, which stands for AWS: a
// private EKS cluster in a VPC of its own, with its keys, logs, identities and
// budget, as Terraform for the hashicorp/aws provider.
//
// The way of an order through the package: rules.go holds the request against
// the provider's own rules; plan.go decides what the request amounts to, from
// sizes.go, network.go, naming.go and placement.go; resources.go lists what
// terraform/main.tf then declares, estimate.go prices it, rationale.go says why,
// and terraform.go writes the plan as the inputs of that file. Facts of the provider are tables
// in data/, each with its source.
//
// The package knows no clock, file, network or randomness: each answer is a
// function of the order alone.
package providera
