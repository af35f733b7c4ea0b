package adapterhost

import "platform.internal/platform-core/problem"

// What is wrong with an adapter that cannot be asked: the codes of the one fault
// of an adapter_unavailable.
const (
	AdapterUnknown            = problem.AdapterUnknown
	AdapterMissing            = problem.AdapterMissing
	AdapterNotExecutable      = problem.AdapterNotExecutable
	AdapterUnreadable         = problem.AdapterUnreadable
	AdapterDigestMismatch     = problem.AdapterDigestMismatch
	AdapterNotRunnable        = problem.AdapterNotRunnable
	AdapterNotAnAdapter       = problem.AdapterNotAnAdapter
	AdapterStartTimeout       = problem.AdapterStartTimeout
	AdapterTooOld             = problem.AdapterTooOld
	AdapterTooNew             = problem.AdapterTooNew
	AdapterNoFolder           = problem.AdapterNoFolder
	AdapterNotConfined        = problem.AdapterNotConfined
	AdapterCrashed            = problem.AdapterCrashed
	AdapterKilled             = problem.AdapterKilled
	AdapterOutOfMemory        = problem.AdapterOutOfMemory
	AdapterTimeout            = problem.AdapterTimeout
	AdapterRequestQuarantined = problem.AdapterRequestQuarantined
	AdapterCrashLoop          = problem.AdapterCrashLoop
	AdaptersNotLocked         = problem.AdaptersNotLocked
	AdaptersLockUnreadable    = problem.AdaptersLockUnreadable
	PlatformStopping          = problem.PlatformStopping
)
