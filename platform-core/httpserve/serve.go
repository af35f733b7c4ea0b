package httpserve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	// Hosts are further hosts that the program answers for; see CheckHost.
	Hosts []string
	// Out gets the line "listening on URL" once connections are taken.
	Out io.Writer
	// Logger gets what goes wrong with connections. Required.
	Logger *slog.Logger
	// WriteTime bounds how long an answer may take; 0 leaves that to the handler.
	WriteTime time.Duration
	// MaxConnections bounds the open connections; 0 takes what the limit of open
	// files allows, and at most 4096.
	MaxConnections int
}

// Listen listens at address, a HOST:PORT whose port 0 picks a free one, and then
// serves as Serve does what newHandler returns for the listener's own hosts and
// the further ones. An error of listening is a *net.OpError; one of newHandler is
// returned as is.
func Listen(ctx context.Context, address string, o Options, newHandler func(Hosts) (http.Handler, error)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	handler, err := newHandler(HostsOf(listener.Addr(), o.Hosts))
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	WarnOfOthers(o.Logger, listener.Addr(), "whoever reaches it can use all that is served here; "+
		"let only a proxy reach it that has TLS and asks who somebody is, or listen on 127.0.0.1")
	fmt.Fprintf(o.Out, "listening on %s\n", URL(listener.Addr()))
	return Serve(ctx, listener, handler, o)
}

// WarnOfOthers warns where not only this machine can reach addr, and says what that means.
func WarnOfOthers(logger *slog.Logger, addr net.Addr, means string) {
	if !loopback(addr) {
		logger.Warn("OTHERS CAN REACH THIS ADDRESS, and there is no sign-in: "+means, "address", addr.String())
	}
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
