// Package kit walks the way of an adapter's author, as docs/adapters.md describes
// it.
package kit
