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
	// OK is false where the program cannot do its work for that reason.
	OK bool `json:"ok"`
	// Detail says what is there, or what to do.
	Detail string `json:"detail,omitempty"`
}

// adminWriteTime bounds an answer to those who watch a program.
const adminWriteTime = 15 * time.Second

// AdminOptions are those of the listener for those who watch a program.
func AdminOptions(logger *slog.Logger) Options {
	_, limit := connectionLimits()
	return Options{Logger: logger, MaxConnections: limit, WriteTime: adminWriteTime}
}

// probeTime bounds how long /ready checks: whoever probes waits for 2 s or so.
const probeTime = 1500 * time.Millisecond

// Admin returns the handler of the listener for those who watch a program: /metrics,
// /health and /ready. It answers under any Host: there is nothing in it to change, and no word
// of a request.
func Admin(m *Metrics, logger *slog.Logger, checks func(context.Context) []HealthCheck) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		// What cannot be read leaves out its own series, and no others.
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
