package serve

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"platform.internal/platform-core/document"
)

// HealthCheck is one thing that a program needs to do its work.
type HealthCheck struct {
	Name string `json:"name"`
	// OK is false if the program cannot work without it.
	OK bool `json:"ok"`
	// Detail says what was found, or what to do.
	Detail string `json:"detail,omitempty"`
}

// adminWriteTime bounds an answer of the admin listener.
const adminWriteTime = 15 * time.Second

// AdminOptions returns the [Options] of the admin listener, for monitoring.
func AdminOptions(logger *slog.Logger) Options {
	_, limit := connectionLimits()
	return Options{Logger: logger, MaxConnections: limit, WriteTime: adminWriteTime}
}

// probeTime bounds the checks of /ready: a probe waits for about 2 s.
const probeTime = 1500 * time.Millisecond

// Admin returns the handler of the admin listener: /metrics, /health and /ready. It answers under any Host, since it
// has nothing to change and no content of requests.
func Admin(m *Metrics, logger *slog.Logger, checks func(context.Context) []HealthCheck) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		// A collector that fails leaves out only its own series.
		ErrorHandling: promhttp.ContinueOnError,
		ErrorLog:      slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, struct {
			Status string `json:"status"`
		}{"ok"})
	})
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), probeTime)
		defer cancel()
		found := checks(ctx)
		status, word := http.StatusOK, "ready"
		for _, check := range found {
			if !check.OK {
				status, word = http.StatusServiceUnavailable, "not ready"
			}
		}
		sendJSON(w, status, struct {
			Status string        `json:"status"`
			Checks []HealthCheck `json:"checks"`
		}{word, found})
	})
	return mux
}

func sendJSON(w http.ResponseWriter, status int, v any) {
	body, err := document.Encode(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
