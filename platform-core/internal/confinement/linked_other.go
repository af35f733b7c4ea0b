//go:build linux && !cgo

package confinement

// linked tells that a C linker may have laid this binary out.
const linked = false
