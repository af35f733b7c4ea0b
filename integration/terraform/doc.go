// Package terraform checks the adapters' Terraform with tools that did not come
// with it: OpenTofu, with a stand-in for the provider that serves its schema and
// reaches no cloud, and security scanners, which get bundles as they are shipped.
// `make tofu` builds what `make check` needs into .bin; a test fails where it is
// missing. With -short a sample is planned. `make scan` runs the package whole, under
// the build tag scan: every kind of bundle, each change of one field, KICS and tflint
// besides, and Terraform in OpenTofu's place.
package terraform
