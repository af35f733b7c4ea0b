//go:build linux && (amd64 || arm64)

package shim

// System calls that are newer than the frozen package syscall. From 424 on every
// architecture numbers them alike.
const (
	sysCloseRange            = 436
	sysLandlockCreateRuleset = 444
	sysLandlockAddRule       = 445
	sysLandlockRestrictSelf  = 446
)
