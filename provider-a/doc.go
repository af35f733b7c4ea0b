// Package providera is the adapter of provider_a, an example of AWS: a
// private EKS cluster in a VPC of its own, with its keys, logs, identities and
// budget, as Terraform for the hashicorp/aws provider.
//
// The path of a request: rules.go checks it against the provider's own rules;
// plan.go decides what is built, from regions.go, sizes.go, network.go and
// terms.go, and with which inputs of terraform/main.tf; resources.go lists what
// that file then declares and what it is charged for, and review.go what a
// reviewer reads. adapter.go joins them.
// Facts of the provider and the platform's choices are tables in data/, each with
// its source.
package providera
