// Package terraform checks the adapters' Terraform with independent tools. OpenTofu
// plans it, with a fake provider that serves the real schema and reaches no cloud.
// Security scanners read the bundles as they are shipped. `make tofu` builds these
// tools into .bin; without them the tests fail. With -short a sample is planned.
// `make scan` runs the whole package under the build tag scan: every kind of bundle,
// each change of one field, also with KICS and tflint, and with Terraform instead of
// OpenTofu.
package terraform
