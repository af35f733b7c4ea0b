// Package rpc carries the adapter contract over gRPC: the server that answers
// with an adapter, and what both sides of the connection have to agree on. The
// client is the host's (package adapterhost).
package rpc
