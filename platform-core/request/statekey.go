package request

import "strings"

// StateKey returns the key under which the Terraform state of the request's
// environment is kept, such as
// "provider_a/eu-west-1/checkout/production/terraform.tfstate". It is the environment's
// and not the request's: each request of one environment has the same, and in one account
// or subscription no two environments share one, as none of its parts has a slash.
func (r Request) StateKey(provider string) string {
	return strings.Join([]string{provider, r.Region, r.Application, r.Environment, "terraform.tfstate"}, "/")
}
