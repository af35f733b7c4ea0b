//go:build linux && (amd64 || arm64)

package confinement

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// architecture is the table that the numbers of calls are from.
var architecture = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// CallRule lets one system call pass: always, or when every condition is met.
type CallRule struct {
	call uint32
	when []Condition
}

// Condition is met when the argument, masked, is the value.
type Condition struct {
	argument    int
	mask, value uint64
}

// Equals is met when the argument is the value.
func Equals(argument int, value uint64) Condition { return Condition{argument, ^uint64(0), value} }

// HasBits is met when the bits of mask in the argument are those of value.
func HasBits(argument int, mask, value uint64) Condition { return Condition{argument, mask, value} }

// Allow returns the rule that call passes under conditions.
func Allow(call uint32, when ...Condition) CallRule { return CallRule{call, when} }

// AllowAll returns the rules that the calls pass.
func AllowAll(calls ...uint32) []CallRule {
	rules := make([]CallRule, len(calls))
	for i, call := range calls {
		rules[i] = Allow(call)
	}
	return rules
}

// Where the kernel's struct seccomp_data has the call, the architecture and the
// first argument; an argument has eight bytes, the lower half first.
const (
	dataCall         = 0
	dataArchitecture = 4
	dataArguments    = 16
)

// NewFilter returns the seccomp filter that passes what a rule allows and refuses
// the rest with EPERM. A call of another architecture's table ends the process:
// its numbers mean something else. Numbers of the x32 table are in nobody's
// rules, so they are refused.
//
// clone3 is answered as if the kernel had none, because its flags are in memory,
// which a filter cannot read; the C library then takes clone.
func NewFilter(rules []CallRule) []unix.SockFilter {
	code := []unix.SockFilter{
		load(dataArchitecture),
		jump(architecture, 1, 0),
		answer(unix.SECCOMP_RET_KILL_PROCESS),
		load(dataCall),
		jump(unix.SYS_CLONE3, 0, 1),
		answer(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
	}
	for _, r := range rules {
		body := r.body()
		code = append(code, jump(r.call, 0, uint8(len(body)))) // #nosec G115 -- a body has some ten instructions
		code = append(code, body...)
	}
	return append(code, answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)))
}

// body is what follows when the call is the rule's. It ends by passing, or by
// loading the call again for the next rule.
func (r CallRule) body() []unix.SockFilter {
	code := []unix.SockFilter{answer(unix.SECCOMP_RET_ALLOW)}
	if len(r.when) > 0 {
		code = append(code, load(dataCall))
	}
	for i := len(r.when) - 1; i >= 0; i-- {
		code = r.when[i].before(code)
	}
	return code
}

// before puts the check of a condition before code, to whose last instruction a
// failed check jumps.
func (c Condition) before(code []unix.SockFilter) []unix.SockFilter {
	offset := uint32(dataArguments + 8*c.argument) // #nosec G115 -- 0 to 5
	for _, half := range []struct {
		offset      uint32
		mask, value uint64
	}{{offset + 4, c.mask >> 32, c.value >> 32}, {offset, c.mask, c.value}} {
		mask, value := uint32(half.mask), uint32(half.value) // #nosec G115 -- the lower half is meant
		if mask == 0 {
			continue
		}
		check := []unix.SockFilter{load(half.offset)}
		if mask != 1<<32-1 {
			check = append(check, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: mask})
		}
		check = append(check, jump(value, 0, uint8(len(code)-1))) // #nosec G115 -- a body has some ten instructions
		code = append(check, code...)
	}
	return code
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(value uint32, equal, other uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jt: equal, Jf: other}
}

func answer(action uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
}
