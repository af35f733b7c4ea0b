package program

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"platform.internal/platform-core/httpserve"
	"platform.internal/platform-core/release"
)

// Server is what a program serves until it is told to end.
type Server struct {
	// Metrics and Checks are served at Flags.AdminListen.
	Metrics *httpserve.Metrics
	Checks  func(context.Context) []httpserve.Check
	// Handler returns the handler for the hosts that the listener answers for.
	Handler func(httpserve.Hosts) (http.Handler, error)
	// WriteTime bounds how long an answer may take; 0 leaves that to the handler.
	WriteTime time.Duration
}

// Serve serves until ctx ends. The error is a *problem.Problem where an address cannot be had.
func (f *Flags) Serve(ctx context.Context, log Log, s Server) error {
	admin, err := f.listenForAdmin(ctx)
	if err != nil {
		return err
	}
	started := time.Now()
	logged := make(chan struct{})
	end := context.AfterFunc(ctx, func() {
		log.Info("stopping", "cause", context.Cause(ctx))
		close(logged)
	})
	options := httpserve.Options{Hosts: f.AllowHosts, Out: log, Logger: log.Logger, WriteTime: s.WriteTime}
	if admin != nil {
		// It answers for as long as the other listener does, and its last answers say how that ended.
		served, endAdmin := context.WithCancel(context.WithoutCancel(ctx))
		defer endAdmin()
		log.Info("serving metrics", "url", httpserve.URL(admin.Addr()))
		httpserve.WarnOfOthers(log.Logger, admin.Addr(), "whoever reaches it can read the metrics; let only your monitoring reach it, or listen on 127.0.0.1")
		go func() {
			if err := httpserve.ServeAdmin(served, admin, httpserve.Admin(s.Metrics, log.Logger, s.Checks), log.Logger); err != nil {
				log.Error("metrics are not served any more", "cause", err)
			}
		}()
	}
	err = httpserve.Listen(ctx, f.Listen, options, s.Handler)
	if !end() {
		<-logged // "stopping" is before "stopped"
	}
	if err == nil {
		log.Info("stopped", "version", release.Version, "seconds", int(time.Since(started).Seconds()))
	}
	return listening("--listen", f.Listen, err)
}

func (f *Flags) listenForAdmin(ctx context.Context) (net.Listener, error) {
	if f.AdminListen == "" {
		return nil, nil //nolint:nilnil // none is asked for
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.AdminListen)
	return listener, listening("--admin-listen", f.AdminListen, err)
}

// NewLog returns the log of the flags, and writes its first line: the release and what else says
// how the program was started.
func (f *Flags) NewLog(program string, stderr interface{ Write([]byte) (int, error) }, start ...slog.Attr) Log {
	log := newLog(*f, stderr)
	log.LogAttrs(context.Background(), slog.LevelInfo, "starting", append([]slog.Attr{
		slog.String("program", program), slog.String("version", release.Version), slog.String("listen", f.Listen),
	}, start...)...)
	return log
}
