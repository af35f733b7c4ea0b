// Package kit runs the steps of docs/adapters.md and docs/adapter-repository.md, as an adapter's author would.
package kit
