package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of a connection. The size of a body is the handler's to bound.
const (
	headerTime  = 5 * time.Second
	headerBytes = 64 << 10
	idleTime    = 60 * time.Second
	// drainTime bounds how long Serve waits for requests in flight to end: a
	// program is to be gone 5 s after it was told to end. What is still worked on before that
	// loses its context at leaveTime, and so ends as if its caller had left.
	drainTime = 3500 * time.Millisecond
	leaveTime = 3 * time.Second
)

// Options say how a program answers HTTP.
type Options struct {
	// Logger gets what goes wrong with connections. Required.
	Logger *slog.Logger
	// WriteTime bounds how long an answer may take; 0 leaves that to the handler.
	WriteTime time.Duration
	// MaxConnections bounds the open connections; 0 takes what the limit of open
	// files allows, and at most 4096.
	MaxConnections int
}

// Serve answers connections of listener with handler until ctx ends. A body has
// [BodyTime]; an answer that does not wait for it closes the connection. When ctx has ended,
// Serve takes no new connections and waits for the requests in flight. It returns nil, also if
// callers were too slow to send a request or to read its answer; an error says that serving
// failed, or that requests were not answered.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, o Options) error {
	working, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	limit, _ := connectionLimits()
	connections := limited(listener, cmp.Or(o.MaxConnections, limit))
	server := &http.Server{
		Handler:           timed(handler),
		BaseContext:       func(net.Listener) context.Context { return working },
		ReadHeaderTimeout: headerTime,
		MaxHeaderBytes:    headerBytes,
		WriteTimeout:      o.WriteTime,
		IdleTimeout:       idleTime,
		ConnState:         connections.changed,
		ErrorLog:          slog.NewLogLogger(o.Logger.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(connections) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	defer time.AfterFunc(leaveTime, leave).Stop()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	err := server.Shutdown(drain)
	if err == nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	left := connections.working()
	if err = errors.Join(err, server.Close()); left > 0 {
		return fmt.Errorf("drain: %d requests are not answered: %w", left, err)
	}
	o.Logger.Warn("closed the connections of callers that were slow to send a request or to read its answer")
	return nil
}
