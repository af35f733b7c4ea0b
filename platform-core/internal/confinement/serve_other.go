//go:build !linux || (!amd64 && !arm64)

package confinement

import "platform.internal/platform-core/internal/confinement/probe"

// Serve reports that this system cannot confine a process.
func Serve() Report { return Report{Open: probe.All} }
