package calls

import "regexp"

// Kind is what an answer must not depend on.
type Kind string

// The kinds, as words of a sentence.
const (
	Clock     Kind = "the clock"
	Variables Kind = "an environment variable"
	Machine   Kind = "the machine"
	Files     Kind = "a file"
	World     Kind = "the network or another program"
	Chance    Kind = "chance"
)

// impure are functions of the standard library by what they ask. Some stand for
// others that the compiler may put in line.
var impure = []struct {
	kind Kind
	name *regexp.Regexp
}{
	{Clock, regexp.MustCompile(`^time\.(Now|Since|Until|now|runtimeNow|runtimeNano)$`)},
	{Variables, regexp.MustCompile(`^(os\.(Getenv|LookupEnv|Environ|ExpandEnv)|syscall\.(Getenv|Environ)|internal/testlog\.Getenv)$`)},
	{Machine, regexp.MustCompile(`^(os\.(Getwd|[Hh]ostname|Executable|TempDir|User\w+Dir)|(os|syscall)\.Get(pid|ppid|uid|euid|gid|egid)|os/user\..*|runtime\.(GOMAXPROCS|NumGoroutine))$`)},
	{Files, regexp.MustCompile(`^os\.(Open\w*|Create\w*|ReadFile|ReadDir|WriteFile|Stat|Lstat|DirFS|Mkdir\w*|Remove\w*|Rename|\(\*Root\)\.\w+)$`)},
	{World, regexp.MustCompile(`^(net\.(Dial|Listen|Lookup|Interface)\w*|net\.\(\*(Dialer|Resolver|ListenConfig)\)\..*|net/http\..*|os/exec\..*|os\.StartProcess|syscall\.(Raw)?Syscall\w*|plugin\.Open)$`)},
	{Chance, regexp.MustCompile(`^(math/rand(/v2)?|crypto/rand|hash/maphash)\..*$`)},
}

// Asks returns what the called function asks, and whether it is anything that
// an answer must not depend on.
func (c Call) Asks() (Kind, bool) {
	for _, i := range impure {
		if i.name.MatchString(c.To) {
			return i.kind, true
		}
	}
	return "", false
}

// Kinds returns all of them, in the order of reports.
func Kinds() []Kind {
	kinds := make([]Kind, len(impure))
	for i, k := range impure {
		kinds[i] = k.kind
	}
	return kinds
}
