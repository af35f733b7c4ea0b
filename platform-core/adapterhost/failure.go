package adapterhost

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Seconds after which to try again: a fresh process is there in no time, while
// an installation has to be fixed by a person first.
const (
	retrySoon  = 1
	retryLater = 5
)

// faultyPart is the field of the one fault that a Problem of an adapter has.
const faultyPart = "adapter"

// failure makes the Problems of one adapter. Each sentence names the adapter and
// says what an operator does next; machine paths and the adapter's own words stay
// in the cause, which is for logs only. The one exception is a crash, whose final
// output is what its provider team asks for first.
type failure struct {
	id   string
	file string // base name; empty for an adapter in this process
}

// unavailable is the Problem of an adapter that cannot be asked: what happened, and
// what to do next. The code of its one fault distinguishes it from the others.
func unavailable(retryAfter int, code problem.FaultCode, cause error, what, next string) *problem.Problem {
	p := problem.New(problem.AdapterUnavailable, "%s %s", what, next).Because(cause)
	p.Faults = []problem.Fault{{Field: faultyPart, Code: code, Message: next}}
	p.RetryAfter = retryAfter
	return p
}

func (f failure) missing(cause error) error {
	return unavailable(retryLater, AdapterMissing, cause,
		fmt.Sprintf("The adapter %s is missing: its file %s does not exist.", f.id, f.file),
		"Build the adapters again, or name the right folder or file.")
}

func (f failure) notExecutable(cause error) error {
	return unavailable(retryLater, AdapterNotExecutable, cause,
		fmt.Sprintf("The adapter %s cannot start: its file %s is not an executable file.", f.id, f.file),
		"Allow its execution (chmod +x), or build the adapters again.")
}

func (f failure) unreadable(cause error) error {
	return unavailable(retryLater, AdapterUnreadable, cause,
		fmt.Sprintf("The adapter %s cannot start: its file %s cannot be read.", f.id, f.file),
		"Give the platform's user the right to read it; the log says more.")
}

func (f failure) altered(want, got string) error {
	return unavailable(retryLater, AdapterDigestMismatch, fmt.Errorf("the lock file has %s, the file is %s", want, got),
		fmt.Sprintf("The adapter %s was not started: its file %s is not the one that %s names.", f.id, f.file, LockFile),
		"Restore the released file, or build the adapters and the lock file again.")
}

func (f failure) noFolder(cause error) error {
	return unavailable(retryLater, AdapterNoFolder, cause,
		fmt.Sprintf("The adapter %s cannot start: no folder for its socket could be made.", f.id),
		"Give the platform a writable folder for temporary files (/tmp on Unix).")
}

func (f failure) cannotRun(cause error) error {
	return unavailable(retryLater, AdapterNotRunnable, cause,
		fmt.Sprintf("The adapter %s cannot start: its file %s does not run on this machine.", f.id, f.file),
		fmt.Sprintf("Build it for %s/%s.", runtime.GOOS, runtime.GOARCH))
}

func (f failure) noAdapter(cause error) error {
	return unavailable(retryLater, AdapterNotAnAdapter, harmless(cause),
		fmt.Sprintf("The adapter %s cannot start: its file %s ran but did not answer as an adapter.", f.id, f.file),
		"Name a binary whose main calls plugin.Serve; the log has its last line.")
}

func (f failure) slowStart(limit time.Duration, cause error) error {
	return unavailable(retryLater, AdapterStartTimeout, cause,
		fmt.Sprintf("The adapter %s cannot start: its file %s did not answer as an adapter within %s.", f.id, f.file, limit),
		"Check that its main does nothing but call plugin.Serve.")
}

// otherVersion is an adapter that offers none of the versions, the best first,
// that this platform speaks.
func (f failure) otherVersion(offered int, versions []version, cause error) error {
	what := fmt.Sprintf("The adapter %s speaks version %d of the contract and this platform speaks %s.", f.id, offered, listed(versions))
	if offered > versions[0].number {
		return unavailable(retryLater, AdapterTooNew, cause, what, "Upgrade the platform, or use an older release of the adapter.")
	}
	return unavailable(retryLater, AdapterTooOld, cause, what, "Upgrade the adapter: build it against this platform's release.")
}

func (f failure) unconfined(c *profile.Confinement) error {
	next := "Run it on Linux 5.13 or newer with seccomp and Landlock, or start without --require-confinement."
	if c.Loaded() {
		next = "Build it with CGO_ENABLED=0, so that it needs no dynamic loader, or start without --require-confinement."
	}
	return unavailable(retryLater, AdapterNotConfined, nil,
		fmt.Sprintf("The adapter %s was not kept running: its confinement is %s and this platform requires enforced.", f.id, c.Level), next)
}

// crashed is a call that met a crash; exit is what is known of it.
func (f failure) crashed(exit process.Exit, cause error) error {
	what := fmt.Sprintf("The adapter %s crashed while it was asked%s, and was replaced.", f.id, finalOutput(exit))
	if exit.OutOfMemory {
		return unavailable(retrySoon, AdapterOutOfMemory, errors.Join(errCrashed, cause), what,
			"Ask for less, or tell its provider team that it takes more memory than the platform grants.")
	}
	return unavailable(retrySoon, AdapterCrashed, errors.Join(errCrashed, cause), what,
		"Try again; if it goes on, give its last lines in the log to its provider team.")
}

// maxOutput bounds the final output that leaves the log, in bytes.
const maxOutput = 200

// finalOutput returns how a process ended as the middle of a sentence.
func finalOutput(exit process.Exit) string {
	line := exit.LastLine
	switch {
	case exit.Outcome == "":
		return ""
	case line == "":
		return fmt.Sprintf(" (%s, no last words)", exit.Outcome)
	case len(line) > maxOutput:
		line = strings.ToValidUTF8(line[:maxOutput], "") + "…"
	}
	return fmt.Sprintf(" (%s, last words %q)", exit.Outcome, line)
}

// gone is a process that went away while it was started.
func (f failure) gone(exit process.Exit, cause error) error {
	if exit.Killed {
		return f.killed(cause)
	}
	return f.crashed(exit, cause)
}

// killed is a call whose process was killed from outside, before or after it was
// an adapter's, more often than a call is repeated for.
func (f failure) killed(cause error) error {
	return unavailable(retrySoon, AdapterKilled, errors.Join(errKilled, cause),
		fmt.Sprintf("The adapter %s was killed from outside the platform again and again while it was asked.", f.id),
		"Try again; if it goes on, look in the system's log for who sends it SIGKILL.")
}

// timedOut is a call that was not answered in its time.
func (f failure) timedOut(method string, limit time.Duration, cause error) error {
	return unavailable(retrySoon, AdapterTimeout, errors.Join(errTimedOut, cause),
		fmt.Sprintf("The adapter %s did not answer %s within %s, and was replaced.", f.id, method, limit),
		"Try again; if it goes on, tell its provider team.")
}

// unresponsive is a call in a process that did not answer the health check.
func (f failure) unresponsive(method string, cause error) error {
	return unavailable(retrySoon, AdapterTimeout, errors.Join(errUnresponsive, cause),
		fmt.Sprintf("The adapter %s answered nothing at all for %s while it was asked %s, and was replaced.", f.id, healthTimeout, method),
		"Try again; if it goes on, tell its provider team.")
}

// refused is a request that went down with as many processes as it may.
func (f failure) refused(method string, wait time.Duration) error {
	return unavailable(seconds(wait), AdapterRequestQuarantined, nil,
		fmt.Sprintf("The adapter %s is not asked for this %s again for now: it took down %d processes.", f.id, method, maxStrikes),
		"Send its last lines in the log to its provider team, and this request with them.")
}

// paused is a call while the breaker is open: what the last start came to, if it
// failed, or that the adapter crashes again and again.
func (f failure) paused(failed error, wait time.Duration) error {
	var p *problem.Problem
	if errors.As(failed, &p) {
		again := p.Because(p.Cause)
		again.RetryAfter = seconds(wait)
		return again
	}
	return f.crashLoop(wait)
}

// crashLoop is a call while the breaker is open.
func (f failure) crashLoop(wait time.Duration) error {
	return unavailable(seconds(wait), AdapterCrashLoop, nil,
		fmt.Sprintf("The adapter %s crashes again and again and is left alone for now.", f.id),
		fmt.Sprintf("Try again in %d s; give its last lines in the log to its provider team.", seconds(wait)))
}

func (f failure) stopping() error {
	return unavailable(retryLater, PlatformStopping, nil,
		fmt.Sprintf("The platform is stopping and asks the adapter %s nothing more.", f.id), "Try again when it runs.")
}

// seconds rounds up, so that nobody comes back too early.
func seconds(wait time.Duration) int { return max(1, int(math.Ceil(wait.Seconds()))) }

// breach is an answer that breaks a rule of the contract.
func (f failure) breach(rule, field, message string, cause error) error {
	p := problem.New(problem.AdapterContractViolation,
		"The adapter %s broke the contract rule %q; its provider team must fix it.", f.id, rule)
	p.Faults = []problem.Fault{{Field: field, Code: adapter.BreachCode(rule), Message: message}}
	return p.Because(cause)
}

func (f failure) tooLarge(method string, limit int, cause error) error {
	return f.breach("size", method, "is an answer of more than "+strconv.Itoa(limit)+" bytes", cause)
}

// failed is an error of the adapter itself. The contract has none for a valid
// input, and asking again would get the same, so it is a breach.
func (f failure) failed(method string, cause error) error {
	return f.breach("answers", method, "failed; the adapter's own message is in the platform's log", harmless(cause))
}

// elsewhere is a handshake that leads the host to somebody else's address.
func (f failure) elsewhere(cause error) error {
	return f.breach("handshake", "address",
		"names an address that is not the adapter's own: a socket in the folder that it was given, as plugin.Serve makes it", harmless(cause))
}

// harmless returns an error with the text of one that an adapter has a part in,
// fit for a log.
func harmless(cause error) error { return errors.New(process.Harmless(cause.Error())) }
