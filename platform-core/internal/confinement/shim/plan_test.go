package shim

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/internal/confinement/probe"
)

func TestPlansComeThrough(t *testing.T) {
	plan := Plan{
		Parent: 12, Limits: []Limit{{Resource: 7, Most: 64}, {Resource: 2, Most: 1<<64 - 1}},
		Ruleset: []byte{1, 2, 3}, Rules: []Rule{{Path: "/lib", Access: 5}}, ImageAccess: 9,
		Filter: []byte{4, 5}, Empty: 77, Name: "adapter", Environment: []string{"A=1", ""}, Directory: "/",
	}
	data := plan.Encode()
	got, whole := Decode(data)
	assert.True(t, whole)
	assert.Equal(t, plan, got)
	for cut := range data {
		_, whole := Decode(data[:cut])
		assert.False(t, whole, "cut at %d", cut)
	}
	_, whole = Decode(append(data, 0))
	assert.False(t, whole, "with more behind it")
	_, whole = Decode([]byte{0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255})
	assert.False(t, whole, "more items than there is room for")
}

func TestReportsComeThrough(t *testing.T) {
	first := Report{Landlock: 38, Seccomp: 1, Open: probe.All}
	last := Report{Failed: 8, Open: 3}
	one, other := first.encode(), last.encode()
	got, whole := DecodeReport(one[:])
	assert.True(t, whole)
	assert.Equal(t, first, got)
	got, whole = DecodeReport(append(one[:], other[:]...))
	assert.True(t, whole)
	assert.Equal(t, last, got)
	for _, broken := range [][]byte{nil, one[:5], append(one[:], 1)} {
		_, whole := DecodeReport(broken)
		assert.False(t, whole)
	}
}
