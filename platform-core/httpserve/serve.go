package httpserve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Limits of a connection. The limits of a body are the handler's, since they
// start when the body is read.
const (
	headerTime  = 5 * time.Second
	headerBytes = 64 << 10
	idleTime    = 60 * time.Second
	// drainTime bounds how long Serve waits for requests in flight to end.
	drainTime = 20 * time.Second
)

// Listen listens at address, a HOST:PORT whose port 0 picks a free one, and then
// serves as Serve does what newHandler returns for the listener's own hosts and
// the extra ones. It writes "listening on URL" to out once connections are taken.
// An error of listening is a *net.OpError; one of newHandler is returned as is.
func Listen(ctx context.Context, address string, extra []string, out io.Writer, write time.Duration,
	newHandler func(Hosts) (http.Handler, error)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	handler, err := newHandler(HostsOf(listener.Addr(), extra))
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(out, "listening on %s\n", URL(listener.Addr()))
	return Serve(ctx, listener, handler, write)
}

// Serve answers connections of listener with handler until ctx ends. It then
// takes no new ones, waits for the requests in flight and returns nil; an error
// says that serving failed, or that requests were cut off. An answer may take
// the time write; 0 leaves that to the handler.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, write time.Duration) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		MaxHeaderBytes:    headerBytes,
		WriteTimeout:      write,
		IdleTimeout:       idleTime,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(drain); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("drain: %w", err)
	}
	return nil
}
