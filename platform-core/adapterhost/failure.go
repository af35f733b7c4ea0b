package adapterhost

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Causes that the supervision acts on.
var (
	// errCrashed: the process went away. The call may be asked once more.
	errCrashed = errors.New("the adapter's process went away")
	// errKilled: somebody outside killed the process. The call may be asked again,
	// and that does not count as once.
	errKilled = errors.New("the adapter's process was killed from outside")
	// errHung: no answer came in time. The process has to be replaced.
	errHung = errors.New("the adapter did not answer in time")
	// errLate is the errHung of a call that had all the time there is.
	errLate = errors.New("the call's time is over")
)

// Seconds after which to try again: a fresh process is there in no time, while
// an installation has to be mended by a person first.
const (
	retrySoon  = 1
	retryLater = 5
)

// faultyPart is the field of the one fault that a Problem of an adapter has.
const faultyPart = "adapter"

// failure words what goes wrong with one adapter. Each sentence names the
// adapter and says what an operator does next; machine paths and the adapter's
// own words stay in the cause, which is for logs alone. The one exception is a
// crash, whose last words are what its provider team asks for first.
type failure struct {
	id   string
	file string // base name; empty for an adapter in this process
}

// unavailable is the Problem of an adapter that cannot be asked: what is so, and
// what to do next. The code of its one fault tells it from the others.
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

// crashed is a call that met a crash; last is what is known of it.
func (f failure) crashed(last lastWords, cause error) error {
	what := fmt.Sprintf("The adapter %s crashed while it was asked%s, and was replaced.", f.id, last.sentence())
	if last.outOfMemory() {
		return unavailable(retrySoon, AdapterOutOfMemory, errors.Join(errCrashed, cause), what,
			"Ask for less, or tell its provider team that it takes more memory than the platform grants.")
	}
	return unavailable(retrySoon, AdapterCrashed, errors.Join(errCrashed, cause), what,
		"Try again; if it goes on, give its last lines in the log to its provider team.")
}

// killed is a call whose process was killed from outside, with or without an
// adapter in it, as often as that is borne.
func (f failure) killed(cause error) error {
	return unavailable(retrySoon, AdapterKilled, errors.Join(errKilled, cause),
		fmt.Sprintf("The adapter %s was killed from outside the platform again and again while it was asked.", f.id),
		"Try again; if it goes on, look in the system's log for who sends it SIGKILL.")
}

// late is a call that was not answered in its time.
func (f failure) late(method string, limit time.Duration, cause error) error {
	return unavailable(retrySoon, AdapterTimeout, errors.Join(errHung, errLate, cause),
		fmt.Sprintf("The adapter %s did not answer %s within %s, and was replaced.", f.id, method, limit),
		"Try again; if it goes on, tell its provider team.")
}

// unresponsive is a call in a process that answered nothing at all any more.
func (f failure) unresponsive(method string, cause error) error {
	return unavailable(retrySoon, AdapterTimeout, errors.Join(errHung, cause),
		fmt.Sprintf("The adapter %s answered nothing at all for %s while it was asked %s, and was replaced.", f.id, pulseTimeout, method),
		"Try again; if it goes on, tell its provider team.")
}

// quarantined is a call that took down as many processes as it may.
func (f failure) quarantined(method string, wait time.Duration) error {
	return unavailable(seconds(wait), AdapterRequestQuarantined, nil,
		fmt.Sprintf("The adapter %s is not asked for this %s again for now: it took down %d processes.", f.id, method, mostStrikes),
		"Send its last lines in the log to its provider team, and this request with them.")
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

// harmless returns an error with the words of one that an adapter has had a say
// in, fit for a log.
func harmless(cause error) error { return errors.New(process.Harmless(cause.Error())) }
