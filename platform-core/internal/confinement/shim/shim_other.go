//go:build !linux || (!amd64 && !arm64)

package shim

const enabled = false
