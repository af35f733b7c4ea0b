// Package providerb is the adapter of provider_b, which stands for Azure: a
// private AKS cluster in a virtual network of its own, with its vault, logs,
// identities and budget, as Terraform for the hashicorp/azurerm provider.
//
// The way of an order through the package: rules.go holds the request against
// the provider's own rules; plan.go decides what the request amounts to, from
// sizes.go, network.go, naming.go and placement.go; resources.go lists what
// terraform/main.tf then declares, estimate.go prices it, rationale.go says why,
// and terraform.go writes the plan as the inputs of that file. Facts of the
// provider and the platform's choices (sizes.go, terms.go) are tables in data/,
// each with its source.
//
// The package knows no clock, file, network or randomness: each answer is a
// function of the order alone.
package providerb
