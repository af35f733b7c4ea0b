package process

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestResourceLimits(t *testing.T) {
	fresh := func() *resourceLimit {
		return &resourceLimit{memory: 512 << 20, idle: 10 * time.Second}
	}
	for name, c := range map[string]struct {
		usage usage
		want  string
	}{
		"all it may":        {usage{threads: threadLimit(), memory: 576 << 20, names: maxNames, processor: startProcessor}, ""},
		"threads":           {usage{threads: threadLimit() + 1, described: true}, "threads; the limit is"},
		"memory":            {usage{memory: 600 << 20, described: true}, "out of memory at 600 MiB"},
		"names":             {usage{names: maxNames + 1}, "more than 16 files"},
		"a start's work":    {usage{processor: 6 * time.Second}, "computing 6.0 s before it described"},
		"work after it all": {usage{processor: 6 * time.Second, described: true}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			excess := fresh().excess(c.usage)
			assert.Equal(t, c.want == "", excess == "", excess)
			assert.Contains(t, excess, c.want)
		})
	}
	unlimited := &resourceLimit{memory: Unlimited}
	assert.Empty(t, unlimited.excess(usage{memory: 1 << 40}))
}

func TestIdleComputing(t *testing.T) {
	type calls struct{ open, ever int64 }
	for name, c := range map[string]struct {
		processor float64 // seconds in ten
		calls     []calls // every ten seconds
		ended     bool
	}{
		"idle":         {0, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"clearing up":  {0.5, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"computing":    {4, []calls{{0, 3}, {0, 3}}, true},
		"under a call": {20, []calls{{1, 3}, {1, 3}, {1, 3}}, false},
		"after a call": {4, []calls{{1, 3}, {0, 3}}, true},
		"quick calls":  {4, []calls{{0, 3}, {0, 4}, {0, 5}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := &resourceLimit{memory: 512 << 20, idle: 10 * time.Second}
			began, excess := time.Unix(1000, 0), ""
			for second := range 10 * len(c.calls) {
				now := c.calls[min(second/10, len(c.calls)-1)]
				used := time.Duration(c.processor * float64(second) * float64(time.Second) / 10)
				excess += r.excess(usage{
					processor: used, described: true, at: began.Add(time.Duration(second) * time.Second),
					open: now.open, made: now.ever,
				})
			}
			assert.Equal(t, c.ended, excess != "", excess)
		})
	}
}
