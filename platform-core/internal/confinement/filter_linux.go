//go:build linux && (amd64 || arm64)

package confinement

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// architecture identifies the table of system call numbers.
var architecture = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// CallRule allows a system call if every condition is met.
type CallRule struct {
	call uint32
	when []Condition
}

// Condition is met if the masked argument equals the value.
type Condition struct {
	argument    int
	mask, value uint64
}

// Equals is met if the argument equals the value.
func Equals(argument int, value uint64) Condition { return Condition{argument, ^uint64(0), value} }

// HasBits is met if the bits of mask in the argument equal value.
func HasBits(argument int, mask, value uint64) Condition { return Condition{argument, mask, value} }

// Allow returns the rule that allows a call under conditions.
func Allow(call uint32, when ...Condition) CallRule { return CallRule{call, when} }

// AllowAll returns the rules that allow the calls without conditions.
func AllowAll(calls ...uint32) []CallRule {
	rules := make([]CallRule, len(calls))
	for i, call := range calls {
		rules[i] = Allow(call)
	}
	return rules
}

// The offsets of the call, the architecture and the first argument in the kernel's struct
// seccomp_data. An argument has eight bytes, with the lower half first.
const (
	dataCall         = 0
	dataArchitecture = 4
	dataArguments    = 16
)

// NewFilter returns the seccomp filter that allows the calls of the rules and refuses others with
// EPERM. A call with the number of another architecture ends the process, because it would be a
// different call. No rule has a number of the x32 table, so these are refused.
//
// clone3 gets ENOSYS, because its flags are in memory, which a filter cannot read. The C library
// then uses clone.
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
		code = append(code, jump(r.call, 0, uint8(len(body)))) // #nosec G115 -- a body has about ten instructions
		code = append(code, body...)
	}
	return append(code, answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)))
}

// body returns the instructions for the call of the rule. They allow the call, or load its number
// again for the next rule.
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

// before returns code with the check of a condition before it. A failed check jumps to the last
// instruction.
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
		check = append(check, jump(value, 0, uint8(len(code)-1))) // #nosec G115 -- a body has about ten instructions
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
