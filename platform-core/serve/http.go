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
	// drainTime bounds how long [Serve] waits for requests in flight: a program has to end within 5 s. At leaveTime the
	// context of a request ends, as if its caller had left.
	drainTime = 3500 * time.Millisecond
	leaveTime = 3 * time.Second
)

// Options are the options of [Serve].
type Options struct {
	// Logger gets the errors of connections. Required.
	Logger *slog.Logger
	// WriteTime bounds how long an answer may take; 0 leaves that to the handler.
	WriteTime time.Duration
	// MaxConnections bounds the open connections; 0 for as many as the limit of open files allows, and at most 4096.
	MaxConnections int
}

// Serve answers the connections of listener with handler until ctx ends. A body has [BodyTime]; an answer that does
// not wait for it closes the connection. After ctx has ended, Serve accepts no connections and waits for the requests
// in flight. It returns nil even if callers were too slow to send or to read. It fails if serving fails or if requests
// were not answered.
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
