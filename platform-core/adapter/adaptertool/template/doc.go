// Package template is the adapter of provider_template.
//
// adapter.go is the definition of the adapter, rules.go the provider's own
// rules, and plan.go what is built for a request. data/ has the provider's tables,
// and terraform/main.tf the Terraform of every environment. What every adapter
// needs is in package adapter.
package template
