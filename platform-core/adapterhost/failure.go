package adapterhost

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// The seconds after which a client should try again. retrySoon is for a fault that passes without
// help: a new process starts within a second. retryLater is for a fault that an operator must
// repair first.
const (
	retrySoon  = 1
	retryLater = 5
)

// failure makes the Problems of one adapter. Each Problem names the adapter and says what the
// operator must do next. Paths and the adapter's own messages are only in the cause, which is for
// logs. One exception: the Problem of a crash has the final output, because the provider team needs
// it.
type failure struct {
	id   string
	file string // the base name; empty for an adapter in the host's own process
}

// sentences say what happened and what to do next. In them, %[1]s is the adapter and %[2]s its
// file.
var sentences = map[problem.FaultCode]struct {
	retryAfter int
	what, next string
}{
	problem.AdapterMissing: {
		retryLater, "The adapter %[1]s is missing: its file %[2]s does not exist.",
		"Build the adapters again, or name the right folder or file.",
	},
	problem.AdapterNotExecutable: {
		retryLater, "The adapter %[1]s cannot start: its file %[2]s is not an executable file.",
		"Allow its execution (chmod +x), or build the adapters again.",
	},
	problem.AdapterUnreadable: {
		retryLater, "The adapter %[1]s cannot start: its file %[2]s cannot be read.",
		"Give the platform's user the right to read it; the log says more.",
	},
	problem.AdapterDigestMismatch: {
		retryLater, "The adapter %[1]s was not started: its file %[2]s is not the one that " + LockFile + " names.",
		"Restore the released file, or build the adapters and the lock file again.",
	},
	problem.AdapterNoFolder: {
		retryLater, "The adapter %[1]s cannot start: no folder for its socket could be made.",
		"Let the platform's user write to " + socketFolders + ".",
	},
	problem.AdapterNoDescriptors: {
		retrySoon, "The adapter %[1]s cannot start: the platform has as many files and connections open as it may.",
		"Try again; raise the limit of open files (ulimit -n) if it continues.",
	},
	problem.AdapterBusy: {
		retrySoon, "The adapter %[1]s answers as many calls at once as it may, and none of them ended within %[3]s.",
		"Try again.",
	},
	problem.AdapterNotRunnable: {
		retryLater, "The adapter %[1]s cannot start: its file %[2]s does not run on this machine.",
		"Build it for " + runtime.GOOS + "/" + runtime.GOARCH + ".",
	},
	problem.AdapterNotAnAdapter: {
		retryLater, "The adapter %[1]s cannot start: its file %[2]s ran but did not answer as an adapter.",
		"Name a binary whose main calls plugin.Serve; the cause, or a server's log, has its last line.",
	},
	problem.AdapterStartTimeout: {
		retryLater, "The adapter %[1]s cannot start: its file %[2]s did not answer as an adapter within %[3]s.",
		"Check that its main only calls plugin.Serve.",
	},
	problem.AdapterTooNew: {
		retryLater, "The adapter %[1]s speaks version %[3]d of the contract and this platform speaks version %[4]d.",
		"Upgrade the platform, or use an older release of the adapter.",
	},
	problem.AdapterTooOld: {
		retryLater, "The adapter %[1]s speaks version %[3]d of the contract and this platform speaks version %[4]d.",
		"Upgrade the adapter: build it against this platform's release.",
	},
	problem.AdapterCrashed: {
		retrySoon, "The adapter %[1]s crashed while it was asked%[3]s, and was replaced.",
		"Try again; if it continues, give its last lines in the log to its provider team.",
	},
	problem.AdapterOutOfMemory: {
		retrySoon, "The adapter %[1]s crashed while it was asked%[3]s, and was replaced.",
		"Ask for less, or tell its provider team that it takes more memory than the platform grants.",
	},
	problem.AdapterKilled: {
		retrySoon, "The adapter %[1]s was killed from outside the platform again and again while it was asked.",
		"Try again; if it continues, look in the system's log for who sends it SIGKILL.",
	},
	problem.PlatformStopping: {
		retryLater, "The platform is stopping and asks the adapter %[1]s nothing more.",
		"Try again when it runs.",
	},
}

// fault returns the Problem with the sentences of a code. more are the values of %[3] and %[4].
func (f failure) fault(code problem.FaultCode, cause error, more ...any) *problem.Problem {
	s := sentences[code]
	return unavailable(s.retryAfter, code, cause, fmt.Sprintf(s.what, append([]any{f.id, f.file}, more...)...), s.next)
}

// unavailable returns the Problem of an adapter that cannot be called. It says what happened and
// what to do next. code is the code of its only fault.
func unavailable(retryAfter int, code problem.FaultCode, cause error, what, next string) *problem.Problem {
	p := problem.New(problem.AdapterUnavailable, "%s %s", what, next).Because(cause)
	p.Faults = []problem.Fault{{Field: "adapter", Code: code, Message: next}}
	p.RetryAfter = retryAfter
	return p
}

// otherVersion is the Problem of an adapter with another version of the contract.
func (f failure) otherVersion(offered int, cause error) error {
	code := problem.AdapterTooOld
	if offered > adapter.ContractVersion {
		code = problem.AdapterTooNew
	}
	return f.fault(code, cause, offered, adapter.ContractVersion)
}

// unconfined is the Problem of a process that is not confined enough.
func (f failure) unconfined(c *profile.Confinement) error {
	next := "Run it on Linux 5.13 or newer with seccomp and Landlock, or do not require confinement."
	if c.Loaded() {
		next = "Build it with CGO_ENABLED=0, so that it needs no dynamic loader, or do not require confinement."
	}
	return unavailable(retryLater, problem.AdapterNotConfined, nil,
		fmt.Sprintf("The adapter %s was not kept running: its confinement is %s and this platform requires enforced.",
			f.id, c.Level), next)
}

// crashed is the Problem of a call during which the process crashed.
func (f failure) crashed(exit process.Exit, cause error) error {
	code := problem.AdapterCrashed
	if exit.OutOfMemory {
		code = problem.AdapterOutOfMemory
	}
	return f.fault(code, errors.Join(errCrashed, cause), finalOutput(exit))
}

// finalOutput says in parentheses how a process ended.
func finalOutput(exit process.Exit) string {
	const maxOutput = 200 // characters
	switch {
	case exit.State == "":
		return ""
	case exit.LastLine == "":
		return fmt.Sprintf(" (%s, no output)", exit.State)
	}
	return fmt.Sprintf(" (%s, final output %q)", exit.State, problem.Excerpt(exit.LastLine, maxOutput))
}

// timedOut is the Problem of a call that was not answered in time.
func (f failure) timedOut(method string, limit time.Duration, cause error) error {
	return unavailable(retrySoon, problem.AdapterTimeout, errors.Join(errTimedOut, cause),
		fmt.Sprintf("The adapter %s did not answer %s within %s, and was replaced.", f.id, method, limit),
		"Try again; if it continues, tell its provider team.")
}

// unresponsive is the Problem of a call to a process that did not answer the health check.
func (f failure) unresponsive(method string, cause error) error {
	return unavailable(retrySoon, problem.AdapterTimeout, errors.Join(errUnresponsive, cause),
		fmt.Sprintf("The adapter %s answered nothing at all for %s while it was asked %s, and was replaced.",
			f.id, healthTimeout, method),
		"Try again; if it continues, tell its provider team.")
}

// refused is the Problem of a request with maxStrikes. wait is the time until it is accepted.
func (f failure) refused(method string, wait time.Duration) error {
	return unavailable(seconds(wait), problem.AdapterRequestQuarantined, nil,
		fmt.Sprintf("The adapter %s is not asked for this %s again for now: it took down %d processes.",
			f.id, method, maxStrikes),
		"Send its last lines in the log to its provider team, and this request with them.")
}

// paused is the Problem of a call while the breaker is open. wait is the time until the breaker
// closes. If the last start failed, paused returns the Problem of that start with wait as the time
// to try again.
func (f failure) paused(failed error, wait time.Duration) error {
	var p *problem.Problem
	if errors.As(failed, &p) {
		again := p.Because(p.Cause)
		again.RetryAfter = seconds(wait)
		return again
	}
	return unavailable(seconds(wait), problem.AdapterCrashLoop, nil,
		fmt.Sprintf("The adapter %s crashes again and again and is not started for now.", f.id),
		fmt.Sprintf("Try again in %d s; give its last lines in the log to its provider team.", seconds(wait)))
}

// seconds returns the time in seconds, rounded up.
func seconds(wait time.Duration) int { return max(1, int(math.Ceil(wait.Seconds()))) }

// breach is the Problem of an answer that breaks a rule of the contract.
func (f failure) breach(code problem.FaultCode, field, message string, cause error) error {
	return adapter.Breach(f.id, code, field, "%s", message).Because(cause)
}

// elsewhere is the Problem of a handshake with a wrong address. The right address is a socket in
// the folder that the host gave to the adapter.
func (f failure) elsewhere(cause error) error {
	return f.breach(problem.ContractHandshake, "address",
		"names an address that is not the adapter's own: a socket in the folder that it was given, "+
			"as plugin.Serve makes it", printable(cause))
}

// printable returns an error whose text is safe to log. The adapter may have written parts of
// the text of cause.
func printable(cause error) error { return errors.New(process.Printable(cause.Error())) }

// fromError returns the [problem.Problem] for the error of a call.
func (f failure) fromError(method string, maxAnswer int, err error) error {
	var p *problem.Problem
	var malformed *rpc.FieldError
	switch code := status.Code(err); {
	case errors.As(err, &p):
		return p
	case errors.As(err, &malformed):
		return f.breach(problem.ContractForm, malformed.Field, malformed.Reason, err)
	case code == codes.Unavailable, code == codes.Canceled:
		return f.crashed(process.Exit{}, err)
	case code == codes.ResourceExhausted, errors.Is(err, rpc.ErrTooMany):
		return f.breach(problem.ContractSize, method,
			"is an answer of more than "+strconv.Itoa(maxAnswer)+" bytes", err)
	default:
		// The adapter returned an error. The contract forbids that for a valid input, and a repeated
		// call would return the same error.
		return f.breach(problem.ContractAnswers, method,
			"failed; the adapter's own message is in the log", printable(err))
	}
}
