// Package providerb is the adapter of provider_b, an example of Azure: a private AKS cluster in its own virtual
// network, with its vault, logs, identities and budget, as Terraform for the hashicorp/azurerm provider.
//
// data/definition.json describes the provider; adapter.go completes it. rules.go and the files rules_… have the
// provider's own rules. plan.go decides what is built for a request, with the tables of regions.go, sizes.go,
// network.go and terms.go, and the settings (landing.go). resources.go lists what
// terraform/main.tf declares, estimate.go what it costs, needs.go what the workflow must bring, and review.go
// what else a reviewer reads. The tables are in data/, each with its source.
package providerb
