// Package gke is an example of an adapter outside of the platform's repository. It builds small Kubernetes clusters on
// Google Cloud.
//
// adapter.go has the definition of the adapter, rules.go the provider's own rules, and plan.go the plan for a request.
// data/ has the tables, and terraform/main.tf the Terraform of every environment. The values of the tables are from
// memory: nobody compared them with Google's pages.
package gke
