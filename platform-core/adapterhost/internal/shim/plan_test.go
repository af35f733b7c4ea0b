package shim

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/internal/confinement/probe"
)

func TestTextsOfAPlan(t *testing.T) {
	plan := Plan{}
	copy(plan.Texts[:], "adapter\x00A=1\x00B=\x00")
	var texts []string
	for _, text := range plan.texts() {
		length := 0
		for *(*byte)(unsafe.Add(unsafe.Pointer(text), length)) != 0 {
			length++
		}
		texts = append(texts, unsafe.String(text, length))
	}
	assert.Equal(t, []string{"adapter", "A=1", "B="}, texts)
}

func TestReports(t *testing.T) {
	first := Report{Landlock: 38, Seccomp: 1, Open: probe.All}
	last := Report{Failed: 8, Open: 3}
	got, complete := DecodeReport(first.encode())
	assert.True(t, complete)
	assert.Equal(t, first, got)
	both := append(append([]byte{}, first.encode()...), last.encode()...)
	got, complete = DecodeReport(both)
	assert.True(t, complete)
	assert.Equal(t, last, got)
	for _, broken := range [][]byte{nil, both[:5], both[:len(both)-1]} {
		_, complete := DecodeReport(broken)
		assert.False(t, complete)
	}
}
