// Package template is the adapter of provider_template.
//
// adapter.go is the definition of the adapter, rules.go the provider's own
// rules, and plan.go what a request amounts to. data/ has the provider's tables,
// and terraform/main.tf the Terraform of every environment. What every adapter
// needs is in package adapter.
package template
