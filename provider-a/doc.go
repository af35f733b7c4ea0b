// Package providera is the adapter of provider_a, an example of AWS: a
// private EKS cluster in a VPC of its own, with its keys, logs, identities and
// budget, as Terraform for the hashicorp/aws provider.
//
// The path of a request: rules.go checks it against the provider's own rules;
// plan.go decides what it amounts to, from regions.go, sizes.go, network.go and
// terms.go; resources.go lists what terraform/main.tf then declares and what that
// is charged for, terraform.go the inputs of that file, and review.go what a
// reviewer reads. adapter.go joins them.
// Facts of the provider are tables in data/, each with its source.
package providera
