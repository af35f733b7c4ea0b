package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	platformcore "platform.internal/platform-core"
)

// Server is what a program serves.
type Server struct {
	// Metrics and Checks are served at Flags.AdminListen.
	Metrics *Metrics
	Checks  func(context.Context) []HealthCheck
	// Handler returns the handler for the hosts that the listener answers for.
	Handler func(Hosts) (http.Handler, error)
	// WriteTime bounds how long an answer may take; 0 leaves that to the handler.
	WriteTime time.Duration
}

// Serve serves until ctx ends. It fails with a [problem.Problem] if it cannot listen on an address.
func (f *Flags) Serve(ctx context.Context, log Log, s Server) error {
	if f.AdminListen != "" {
		admin, err := listen(ctx, "--admin-listen", f.AdminListen)
		if err != nil {
			return err
		}
		// It answers until the other listener has ended, so that its last answers include the end.
		served, endAdmin := context.WithCancel(context.WithoutCancel(ctx))
		defer endAdmin()
		log.Info("serving metrics", "url", URL(admin.Addr()))
		warnOfOthers(
			log.Logger,
			admin.Addr(),
			"anyone who reaches it can read the metrics; let only your monitoring reach it, or listen on 127.0.0.1",
		)
		go func() {
			if err := Serve(served, admin, Admin(s.Metrics, log.Logger, s.Checks), AdminOptions(log.Logger)); err != nil {
				log.Error("stopped serving metrics", "cause", err)
			}
		}()
	}
	started := time.Now()
	logged := make(chan struct{})
	end := context.AfterFunc(ctx, func() {
		log.Info("stopping", "cause", context.Cause(ctx))
		close(logged)
	})
	err := f.serve(ctx, log, s)
	if !end() {
		<-logged // "stopping" is before "stopped"
	}
	if err == nil {
		log.Info("stopped", "version", platformcore.Version, "seconds", int(time.Since(started).Seconds()))
	}
	return err
}

// serve answers at the address for callers.
func (f *Flags) serve(ctx context.Context, log Log, s Server) error {
	listener, err := listen(ctx, "--listen", f.Listen)
	if err != nil {
		return err
	}
	handler, err := s.Handler(NewHosts(listener.Addr(), f.AllowHosts))
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	warnOfOthers(log.Logger, listener.Addr(), "anyone who reaches it can use everything here; "+
		"let only a proxy with TLS and sign-in reach it, or listen on 127.0.0.1")
	log.Say("listening on %s", URL(listener.Addr()))
	return Serve(ctx, listener, handler, Options{Logger: log.Logger, WriteTime: s.WriteTime})
}

// listen listens at the address, a HOST:PORT whose port 0 picks a free one, that a flag names.
func listen(ctx context.Context, flag, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	return listener, listening(flag, address, err)
}

// warnOfOthers logs a warning if other machines can reach addr.
func warnOfOthers(logger *slog.Logger, addr net.Addr, means string) {
	if !loopback(addr) {
		logger.Warn("OTHERS CAN REACH THIS ADDRESS, and there is no sign-in: "+means, "address", addr.String())
	}
}
