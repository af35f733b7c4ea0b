// Package terraform checks the adapters' Terraform with tools that did not come
// with it: OpenTofu, with a stand-in for the provider that serves its schema and
// reaches no cloud, and a security scanner. `make tofu` builds both into .bin; a
// test fails where they are missing. With -short a sample is planned.
package terraform
