package request

import "strings"

// StateFile is the last part of every state key.
const StateFile = "terraform.tfstate"

// StateKey returns the key of the Terraform state of the request's environment, such as
// "provider_a/eu-west-1/checkout/production/terraform.tfstate". All requests for one environment have the same key. Two
// environments in one boundary never share a key, since no part of it has a slash.
func (r Request) StateKey(provider string) string {
	return strings.Join([]string{provider, r.Region, r.Application, r.Environment, StateFile}, "/")
}
