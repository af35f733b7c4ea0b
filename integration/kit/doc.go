// Package kit runs the steps of docs/adapters.md, as an adapter's author would.
package kit
