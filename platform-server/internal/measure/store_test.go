package measure

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

// failing is a store whose installation cannot be read.
type failing struct {
	store.Store
	err error
}

func (f failing) Installation(context.Context) (store.InstalledProfile, bool, error) {
	return store.InstalledProfile{}, false, f.err
}

// TestErrorsThatAreCounted: those of the store, its own limits of time and capacity too, and not those of callers.
func TestErrorsThatAreCounted(t *testing.T) {
	left, leave := context.WithCancel(t.Context())
	leave()
	late, end := context.WithTimeout(t.Context(), 0)
	defer end()
	for name, test := range map[string]struct {
		ctx   context.Context
		code  problem.Code
		count int
	}{
		"away":              {t.Context(), problem.StoreUnavailable, 1},
		"full":              {t.Context(), problem.CapacityExhausted, 1},
		"out of time":       {late, problem.StoreUnavailable, 1},
		"a caller who left": {left, problem.StoreUnavailable, 0},
		"a key used again":  {t.Context(), problem.IdempotencyKeyReused, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			s, collectors := Store(failing{store.NewMemory(1), problem.New(test.code, "Not now.")}, slog.New(slog.NewTextHandler(&log, nil)))
			for range 2 {
				_, _, _ = s.Installation(test.ctx)
			}
			registry := prometheus.NewRegistry()
			registry.MustRegister(collectors[1])
			counted, err := registry.Gather()
			require.NoError(t, err)
			assert.Len(t, counted, test.count)
			assert.Equal(t, name == "full", strings.Count(log.String(), "the store is full") == 1, log.String())
		})
	}
}
