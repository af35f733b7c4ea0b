// Package providerb is the adapter of provider_b, an example of Azure: a
// private AKS cluster in a virtual network of its own, with its vault, logs,
// identities and budget, as Terraform for the hashicorp/azurerm provider.
//
// rules.go and its neighbours check a request against the provider's own rules.
// plan.go decides what a request amounts to, with the tables of regions.go,
// sizes.go, network.go and terms.go. Four files write that plan down:
// resources.go as what terraform/main.tf declares, estimate.go as what that is
// charged for, terraform.go as the inputs of main.tf, and review.go as what
// a reviewer reads. adapter.go joins them.
package providerb
