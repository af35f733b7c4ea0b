package adapterhost

import "platform.internal/platform-core/problem"

// What is wrong with an adapter that cannot be asked: the codes of the one fault
// of an adapter_unavailable. They are part of the API, and docs/api.md lists
// them with what to do.
const (
	AdapterUnknown            problem.FaultCode = "adapter_unknown"
	AdapterMissing            problem.FaultCode = "adapter_missing"
	AdapterNotExecutable      problem.FaultCode = "adapter_not_executable"
	AdapterUnreadable         problem.FaultCode = "adapter_unreadable"
	AdapterDigestMismatch     problem.FaultCode = "adapter_digest_mismatch"
	AdapterNotRunnable        problem.FaultCode = "adapter_not_runnable"
	AdapterNotAnAdapter       problem.FaultCode = "adapter_not_an_adapter"
	AdapterStartTimeout       problem.FaultCode = "adapter_start_timeout"
	AdapterTooOld             problem.FaultCode = "adapter_contract_too_old"
	AdapterTooNew             problem.FaultCode = "adapter_contract_too_new"
	AdapterNoFolder           problem.FaultCode = "adapter_no_socket_folder"
	AdapterNotConfined        problem.FaultCode = "adapter_not_confined"
	AdapterCrashed            problem.FaultCode = "adapter_crashed"
	AdapterKilled             problem.FaultCode = "adapter_killed"
	AdapterOutOfMemory        problem.FaultCode = "adapter_out_of_memory"
	AdapterTimeout            problem.FaultCode = "adapter_timeout"
	AdapterRequestQuarantined problem.FaultCode = "adapter_request_quarantined"
	AdapterCrashLoop          problem.FaultCode = "adapter_crash_loop"
	AdaptersNotLocked         problem.FaultCode = "adapters_lock_missing"
	AdaptersLockUnreadable    problem.FaultCode = "adapters_lock_unreadable"
	PlatformStopping          problem.FaultCode = "platform_stopping"
)
