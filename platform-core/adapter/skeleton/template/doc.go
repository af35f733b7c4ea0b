// Package template is the adapter of provider_template.
//
// The way of an order through the package: rules.go holds the request against
// the provider's own rules; plan.go decides what the request amounts to;
// resources.go lists what terraform/main.tf then declares, prices.go prices it,
// and terraform.go writes the plan as the inputs of that file.
//
// The package knows no clock, file, network, environment variable or
// randomness: each answer is a function of the order alone.
package template
