// Package providerb is the adapter of provider_b, an example of Azure: a
// private AKS cluster in a virtual network of its own, with its vault, logs,
// identities and budget, as Terraform for the hashicorp/azurerm provider.
//
// rules.go and the files rules_… check a request against the provider's own rules.
// plan.go decides what is built for a request, and so the inputs of
// terraform/main.tf, with the tables of regions.go, sizes.go, network.go and
// terms.go, which data/ holds with their sources, and with what an enterprise chose,
// in landing.go. Four files write that plan down: resources.go as what main.tf
// declares, estimate.go as what that is charged for, needs.go as what the workflow
// must bring, and review.go as what else a reviewer reads. adapter.go joins them.
package providerb
