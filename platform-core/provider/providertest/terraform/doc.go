// Package terraform reads a generated Terraform root as far as one can without
// a provider: variables and locals are evaluated with the inputs of a tfvars
// file, and resources are expanded into their instances; what data sources and
// resources would answer is unknown.
package terraform
