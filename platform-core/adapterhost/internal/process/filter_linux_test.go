//go:build amd64 || arm64

package process

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/internal/shim"
	"platform.internal/platform-core/internal/confinement"
)

// Of the process that filters are made for: its ID, and where its shim has its
// empty path.
const (
	own   = 4711
	empty = 1<<45 + 12345
)

func launchingOwn(loaded bool) []confinement.CallRule { return calls(own, empty, loaded, loaded) }

// Answers to a call.
const (
	pass    = unix.SECCOMP_RET_ALLOW
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	kill    = unix.SECCOMP_RET_KILL_PROCESS
)

var architecture = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// verdict runs a filter over a call, as the kernel would.
func verdict(t *testing.T, code []unix.SockFilter, arch, call uint32, arguments ...uint64) uint32 {
	t.Helper()
	data := binary.LittleEndian.AppendUint32(nil, call)
	data = binary.LittleEndian.AppendUint32(data, arch)
	data = append(data, make([]byte, 8)...)
	for i := range 6 {
		value := uint64(0)
		if i < len(arguments) {
			value = arguments[i]
		}
		data = binary.LittleEndian.AppendUint64(data, value)
	}
	var register uint32
	for at := 0; at < len(code); at++ {
		switch i := code[at]; i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			register = binary.LittleEndian.Uint32(data[i.K:])
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			register &= i.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			if register == i.K {
				at += int(i.Jt)
			} else {
				at += int(i.Jf)
			}
		case unix.BPF_RET | unix.BPF_K:
			return i.K
		default:
			require.Failf(t, "unknown instruction", "%+v", i)
		}
	}
	require.Fail(t, "the filter has no end")
	return 0
}

func TestFilters(t *testing.T) {
	const high, here = 1 << 40, 1<<64 + unix.AT_FDCWD
	thread := uint64(unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_SYSVSEM | unix.CLONE_THREAD)
	creating := uint64(unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC)
	for name, c := range map[string]struct {
		call      uint32
		arguments []uint64
		// what the filters of a serving, a starting and a loading process answer
		serving, starting, loading uint32
	}{
		"read":                 {unix.SYS_READ, nil, pass, pass, pass},
		"a thread":             {unix.SYS_CLONE, []uint64{thread}, pass, pass, pass},
		"a process":            {unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, refuse, refuse, refuse},
		"a thread's namespace": {unix.SYS_CLONE, []uint64{thread | unix.CLONE_NEWNS}, refuse, refuse, refuse},
		"clone3":               {unix.SYS_CLONE3, nil, unknown, unknown, unknown},
		"preemption":           {unix.SYS_TGKILL, []uint64{own, 5, uint64(unix.SIGURG)}, pass, pass, pass},
		"another's thread":     {unix.SYS_TGKILL, []uint64{own + 1, 5, uint64(unix.SIGURG)}, refuse, refuse, refuse},
		"killing itself":       {unix.SYS_TGKILL, []uint64{own, 5, uint64(unix.SIGKILL)}, refuse, refuse, refuse},
		"kill":                 {unix.SYS_KILL, []uint64{own, uint64(unix.SIGTERM)}, refuse, refuse, refuse},
		"high bits":            {unix.SYS_TGKILL, []uint64{own | high, 5, uint64(unix.SIGURG)}, refuse, refuse, refuse},
		"a TCP socket":         {unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, refuse, refuse, refuse},
		"a Unix stream":        {unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK}, refuse, pass, pass},
		"a Unix datagram":      {unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_DGRAM}, refuse, refuse, refuse},
		"connect":              {unix.SYS_CONNECT, nil, refuse, refuse, refuse},
		"sendmsg":              {unix.SYS_SENDMSG, nil, refuse, refuse, refuse},
		"sendto":               {unix.SYS_SENDTO, nil, refuse, refuse, refuse},
		"who is connected":     {unix.SYS_GETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_PEERPIDFD}, refuse, refuse, refuse},
		"what went wrong":      {unix.SYS_GETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_ERROR}, pass, pass, pass},
		"a socket's program":   {unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}, refuse, refuse, refuse},
		"a socket's address":   {unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_REUSEADDR}, refuse, pass, pass},
		"memory":               {unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_NORESERVE}, pass, pass, pass},
		"shared memory":        {unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_SHARED | unix.MAP_ANON}, refuse, refuse, refuse},
		"validated memory":     {unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_SHARED_VALIDATE | unix.MAP_ANON}, refuse, refuse, refuse},
		"droppable memory":     {unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_DROPPABLE | unix.MAP_ANON}, refuse, refuse, refuse},
		"growing memory":       {unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_GROWSDOWN}, refuse, refuse, refuse},
		"moved memory":         {unix.SYS_MREMAP, nil, refuse, refuse, refuse},
		"memory to write":      {unix.SYS_MPROTECT, []uint64{1, 1, unix.PROT_READ | unix.PROT_WRITE}, pass, pass, pass},
		"memory to keep":       {unix.SYS_MPROTECT, []uint64{1, 1, unix.PROT_READ}, refuse, refuse, pass},
		"giving memory back":   {unix.SYS_MADVISE, []uint64{1, 1, unix.MADV_DONTNEED}, pass, pass, pass},
		"broken memory":        {unix.SYS_MADVISE, []uint64{1, 1, unix.MADV_HWPOISON}, refuse, refuse, refuse},
		"listen":               {unix.SYS_LISTEN, nil, refuse, pass, pass},
		"a new file":           {unix.SYS_OPENAT, []uint64{here, 0, creating, 0o600}, refuse, pass, pass},
		"a file for others":    {unix.SYS_OPENAT, []uint64{here, 0, creating, 0o666}, refuse, refuse, refuse},
		"a file beside":        {unix.SYS_OPENAT, []uint64{3, 0, creating, 0o600}, refuse, refuse, refuse},
		"a file of no name":    {unix.SYS_OPENAT, []uint64{here, 0, creating | unix.O_TMPFILE, 0o600}, refuse, refuse, refuse},
		"a file to read":       {unix.SYS_OPENAT, []uint64{here, 0, unix.O_RDONLY | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC, 0o600}, refuse, refuse, refuse},
		"removing a file":      {unix.SYS_UNLINKAT, []uint64{here, 0, 0}, refuse, pass, pass},
		"removing a folder":    {unix.SYS_UNLINKAT, []uint64{here, 0, unix.AT_REMOVEDIR}, refuse, refuse, refuse},
		"an old file to read":  {unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC}, refuse, refuse, pass},
		"an old file to write": {unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY}, refuse, refuse, refuse},
		"an old file anew":     {unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC}, refuse, refuse, refuse},
		"openat2":              {unix.SYS_OPENAT2, nil, refuse, refuse, refuse},
		"the one exec":         {unix.SYS_EXECVEAT, []uint64{shim.ExecDescriptor, empty, 1, 1, unix.AT_EMPTY_PATH}, refuse, pass, pass},
		"the exec of a path":   {unix.SYS_EXECVEAT, []uint64{shim.ExecDescriptor, empty + 1, 1, 1, unix.AT_EMPTY_PATH}, refuse, refuse, refuse},
		"another exec":         {unix.SYS_EXECVEAT, []uint64{3, empty, 1, 1, unix.AT_EMPTY_PATH}, refuse, refuse, refuse},
		"exec by path":         {unix.SYS_EXECVEAT, []uint64{shim.ExecDescriptor, empty, 1, 1, 0}, refuse, refuse, refuse},
		"execve":               {unix.SYS_EXECVE, nil, refuse, refuse, refuse},
		"owning a descriptor":  {unix.SYS_FCNTL, []uint64{3, unix.F_SETOWN, 1}, refuse, refuse, refuse},
		"its own limits":       {unix.SYS_PRLIMIT64, []uint64{0, 7, 0, 1}, refuse, pass, pass},
		"its own limits, up":   {unix.SYS_PRLIMIT64, []uint64{0, 7, 1, 0}, refuse, refuse, refuse},
		"another's limits":     {unix.SYS_PRLIMIT64, []uint64{1, 7, 0, 1}, refuse, refuse, refuse},
		"outliving the host":   {unix.SYS_PRCTL, []uint64{unix.PR_SET_PDEATHSIG, 0}, refuse, refuse, refuse},
		"a tighter filter":     {unix.SYS_SECCOMP, []uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, 1}, refuse, pass, pass},
		"a filter of its own":  {unix.SYS_SECCOMP, []uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 1}, refuse, refuse, refuse},
		"ptrace":               {unix.SYS_PTRACE, nil, refuse, refuse, refuse},
		"io_uring":             {unix.SYS_IO_URING_SETUP, nil, refuse, refuse, refuse},
		"the x32 table":        {0x40000000 | unix.SYS_READ, nil, refuse, refuse, refuse},
	} {
		t.Run(name, func(t *testing.T) {
			for want, rules := range map[*uint32][]confinement.CallRule{&c.serving: confinement.ServingRules(own), &c.starting: launchingOwn(false), &c.loading: launchingOwn(true)} {
				assert.Equal(t, *want, verdict(t, confinement.NewFilter(rules), architecture, c.call, c.arguments...))
			}
		})
	}
}

func TestAnotherArchitecturesCallEndsTheProcess(t *testing.T) {
	const i386 = unix.AUDIT_ARCH_I386
	assert.Equal(t, uint32(kill), verdict(t, confinement.NewFilter(confinement.ServingRules(own)), i386, unix.SYS_READ))
}

func TestAFilterFitsThePlan(t *testing.T) {
	assert.LessOrEqual(t, len(confinement.NewFilter(launchingOwn(true))), len(shim.Plan{}.Filter))
}

func TestAPlanThatIsTooLargeIsRefused(t *testing.T) {
	image := strings.NewReader("")
	plan, err := (&Process{spec: Spec{Name: "adapter", Sockets: "/tmp/x", Environment: []string{"A=1"}}}).plan(image)
	require.NoError(t, err)
	assert.Equal(t, "adapter\x00A=1\x00\x00", string(plan.Texts[:13]))
	assert.Equal(t, "/tmp/x\x00", string(plan.Rules[0].Path[:7]))
	long := strings.Repeat("x", len(plan.Texts))
	for _, spec := range []Spec{{Environment: []string{long}}, {Sockets: long}} {
		_, err := (&Process{spec: spec}).plan(image)
		assert.ErrorIs(t, err, syscall.E2BIG)
	}
}

func TestNumbersOfTheKernel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "status")
	require.NoError(t, os.WriteFile(file, []byte("Name:\tx\nThreads:\t12\nRssAnon:\t    2048 kB\nGroups:\t\n\noom_kill 7\ndrop many\n"), 0o600))
	numbers, err := numbers(file, "Threads", "RssAnon", "oom_kill", "Groups", "drop", "Uid")
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"Threads": 12, "RssAnon": 2048, "oom_kill": 7}, numbers)
}

func TestAProcessIsFilteredBeyondItsHost(t *testing.T) {
	status := func(privileges, mode, filters int) map[string]int {
		return map[string]int{"NoNewPrivs": privileges, "Seccomp": mode, "Seccomp_filters": filters}
	}
	old := map[string]int{"NoNewPrivs": 1, "Seccomp": 2} // a kernel that does not count
	for name, c := range map[string]struct {
		its, own map[string]int
		want     bool
	}{
		"filtered":                {status(1, 2, 1), status(0, 0, 0), true},
		"beyond the container's":  {status(1, 2, 2), status(0, 2, 1), true},
		"by the container only":   {status(1, 2, 1), status(0, 2, 1), false},
		"may gain privileges":     {status(0, 2, 1), status(0, 0, 0), false},
		"not filtered":            {status(1, 0, 0), status(0, 0, 0), false},
		"not counted":             {old, status(0, 0, 0), true},
		"not counted, the host's": {old, old, false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, filteredBeyond(c.its, c.own)) })
	}
	for _, pid := range []int{os.Getpid(), 0} { // the second is no process
		got, _ := filtered(pid)
		assert.False(t, got)
	}
}

func TestTheEmptyPathIsAnywhere(t *testing.T) {
	seen := map[uint64]bool{}
	for range 100 {
		address := emptyPath()
		assert.Greater(t, address, uint64(1)<<36)
		seen[address] = true
	}
	assert.Len(t, seen, 100)
}
