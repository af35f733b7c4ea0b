package plugin

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/provider/plugin/internal/process"
)

// Causes that the supervision acts on.
var (
	// errCrashed: the process went away. The call may be asked once more.
	errCrashed = errors.New("the adapter's process went away")
	// errHung: no answer came in time. The process has to be replaced.
	errHung = errors.New("the adapter did not answer in time")
)

// Seconds after which to try again: a fresh process is there in no time, while
// an installation has to be mended by a person first.
const (
	retrySoon  = 1
	retryLater = 5
)

// failure words what goes wrong with one adapter. Each sentence names the
// adapter and says what an operator does next; machine paths and the adapter's
// own words stay in the cause, which is for logs alone.
type failure struct {
	id   string
	file string // base name; empty for an adapter in this process
}

func unavailable(retryAfter int, cause error, format string, args ...any) *problem.Problem {
	p := problem.New(problem.AdapterUnavailable, format, args...).Because(cause)
	p.RetryAfter = retryAfter
	return p
}

func (f failure) missing(cause error) error {
	return unavailable(retryLater, cause, "The adapter %s is missing: its file %s does not exist. "+
		"Build the adapters again, or name the right folder or file.", f.id, f.file)
}

func (f failure) notExecutable(cause error) error {
	return unavailable(retryLater, cause, "The adapter %s cannot start: its file %s is not an executable file. "+
		"Allow its execution (chmod +x), or build the adapters again.", f.id, f.file)
}

func (f failure) unreadable(cause error) error {
	return unavailable(retryLater, cause, "The adapter %s cannot start: its file %s cannot be read. "+
		"Give the platform's user the right to read it; the log says more.", f.id, f.file)
}

func (f failure) altered(want, got string) error {
	cause := fmt.Errorf("the lock file has %s, the file is %s", want, got)
	return unavailable(retryLater, cause, "The adapter %s was not started: its file %s is not the one that %s names. "+
		"Restore the released file, or build the adapters and the lock file again.", f.id, f.file, LockFile)
}

func (f failure) noFolder(cause error) error {
	return unavailable(retryLater, cause, "The adapter %s cannot start: no folder for its socket could be made. "+
		"Give the platform a writable folder for temporary files (/tmp on Unix).", f.id)
}

func (f failure) cannotRun(cause error) error {
	return unavailable(retryLater, cause, "The adapter %s cannot start: its file %s does not run on this machine. "+
		"Build it for %s/%s.", f.id, f.file, runtime.GOOS, runtime.GOARCH)
}

func (f failure) noAdapter(cause error) error {
	return unavailable(retryLater, harmless(cause), "The adapter %s cannot start: its file %s ran but did not answer as an adapter. "+
		"Name a binary whose main calls plugin.Serve; the log has its last line.", f.id, f.file)
}

func (f failure) slowStart(limit time.Duration, cause error) error {
	return unavailable(retryLater, cause, "The adapter %s cannot start: its file %s did not answer as an adapter within %s. "+
		"Check that its main does nothing but call plugin.Serve.", f.id, f.file, limit)
}

func (f failure) otherVersion(offered int, cause error) error {
	upgrade := "Upgrade the adapter: build it against this platform's release"
	if offered > ContractVersion {
		upgrade = "Upgrade the platform, or use an older release of the adapter"
	}
	return unavailable(retryLater, cause, "The adapter %s speaks version %d of the contract and this platform speaks version %d. %s.",
		f.id, offered, ContractVersion, upgrade)
}

func (f failure) crashed(cause error) error {
	return unavailable(retrySoon, errors.Join(errCrashed, cause), "The adapter %s crashed while it was asked, and was replaced. "+
		"Try again; if it goes on, give its last lines in the log to its provider team.", f.id)
}

func (f failure) hung(method string, limit time.Duration, cause error) error {
	return unavailable(retrySoon, errors.Join(errHung, cause), "The adapter %s did not answer %s within %s, and was replaced. "+
		"Try again; if it goes on, tell its provider team.", f.id, method, limit)
}

func (f failure) stopping() error {
	return unavailable(retryLater, nil, "The platform is stopping and asks the adapter %s nothing more. Try again when it runs.", f.id)
}

// breach is an answer that breaks a rule of the contract.
func (f failure) breach(rule, field, message string, cause error) error {
	p := problem.New(problem.AdapterContractViolation,
		"The adapter %s broke the contract rule %q; its provider team must mend it.", f.id, rule)
	p.Faults = []problem.Fault{{Field: field, Code: problem.FaultForm, Message: message}}
	return p.Because(cause)
}

func (f failure) tooLarge(method string, limit int, cause error) error {
	return f.breach("size", method, fmt.Sprintf("is an answer of more than %d bytes", limit), cause)
}

// failed is an error of the adapter itself. The contract has none for a valid
// input, and asking again would get the same, so it is a breach.
func (f failure) failed(method string, cause error) error {
	return f.breach("answers", method, "failed; the adapter's own message is in the platform's log", harmless(cause))
}

// harmless returns an error with the words of one that an adapter has had a say
// in, fit for a log.
func harmless(cause error) error { return errors.New(process.Harmless(cause.Error())) }
