package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/httpserve"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/rulefile"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	server "platform.internal/platform-server"
	"platform.internal/platform-server/etcdstore"
)

// run serves until ctx ends and returns the exit code. What goes wrong is
// written to stderr.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return problem.ExitDone
	case err != nil:
		return problem.ExitUsage
	}
	if err := serve(ctx, o, stderr); err != nil {
		return report(err, stderr)
	}
	return problem.ExitDone
}

// report says to an operator what went wrong, with a line for each fault of a
// file, and returns the exit code.
func report(err error, stderr io.Writer) int {
	p := problem.From(err)
	fmt.Fprintf(stderr, "platform-server: %s: %s\n", p.Code, p.Detail)
	for _, f := range p.Faults {
		if at := position(f); at != "" {
			fmt.Fprintf(stderr, "  %s: %s %s\n", at, f.Field, f.Message)
		}
	}
	if p.Cause != nil {
		fmt.Fprintf(stderr, "  cause: %v\n", p.Cause)
	}
	return p.Code.Exit()
}

// position says where in a file a fault is; nothing where it is in none.
func position(f problem.Fault) string {
	var at []string
	if f.File != "" {
		at = append(at, f.File)
	}
	if f.Line > 0 {
		at = append(at, fmt.Sprintf("line %d", f.Line))
	}
	if f.Column > 0 {
		at = append(at, fmt.Sprintf("column %d", f.Column))
	}
	return strings.Join(at, ", ")
}

// adapterDrainTime is how long calls of adapters may take once the server has to
// end: less than httpserve waits for those that asked.
const adapterDrainTime = 4 * time.Second

func serve(ctx context.Context, o options, stderr io.Writer) error {
	logger := newLogger(o.quiet, stderr)
	dir, err := adaptersDir(o.adapters)
	if err != nil {
		return err
	}
	catalog, err := adapterhost.Open(adapterhost.Options{Dir: dir, Extra: o.extra, Logger: logger, RequireConfinement: o.confined, PerCall: o.perCall})
	if err != nil {
		return err
	}
	defer catalog.Close()
	// What an adapter has not answered by then fails while there is time to say so.
	defer context.AfterFunc(ctx, func() { time.AfterFunc(adapterDrainTime, catalog.Close) })()
	kept, closeStore, err := openStore(o, logger)
	if err != nil {
		return err
	}
	defer closeStore()
	svc := service.New(service.Options{Adapters: catalog, Now: time.Now, Store: kept, MaxRecords: o.maxRecords})
	if err := installOrWait(ctx, svc, o, logger); err != nil {
		return err
	}
	options := httpserve.Options{Hosts: o.allowHosts, Out: stderr, Logger: logger}
	err = httpserve.Listen(ctx, o.listen, options, func(hosts httpserve.Hosts) (http.Handler, error) {
		go warn(ctx, svc, logger)
		return server.New(svc, server.Options{Hosts: hosts, Logger: logger}), nil
	})
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "listen" {
		return problem.New(problem.UsageError, "Cannot listen on %s: %v. Choose another address with --listen HOST:PORT.", o.listen, refused.Err)
	}
	return err
}

// openStore returns the store in etcd, where one is asked for; else nil, and the service keeps
// all in memory.
func openStore(o options, logger *slog.Logger) (store.Store, func(), error) {
	if len(o.store) == 0 {
		return nil, func() {}, nil
	}
	config := o.etcd
	config.Endpoints, config.MaxRecords, config.Logger = o.store, o.maxRecords, logger
	for _, warning := range config.Warnings() {
		logger.Warn(warning)
	}
	return etcdstore.Open(config)
}

// warn logs each adapter that cannot run: an operator shall learn of it when
// the server starts, and not when somebody needs it.
func warn(ctx context.Context, svc *service.Service, logger *slog.Logger) {
	for _, p := range svc.Providers(ctx) {
		if !p.Available && ctx.Err() == nil {
			logger.LogAttrs(ctx, slog.LevelWarn, "adapter cannot run", append(p.Problem.Attributes(), slog.String("adapter", p.ID))...)
		}
	}
}

// newLogger writes to stderr; a quiet one keeps warnings and errors.
func newLogger(quiet bool, stderr io.Writer) *slog.Logger {
	level := slog.LevelInfo
	if quiet {
		level = slog.LevelWarn
	}
	return slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
}

// adaptersDir returns the folder of the adapters: the given one, or the one
// beside this program.
func adaptersDir(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the adapters beside this program: %w", err)
	}
	return filepath.Join(filepath.Dir(self), "adapters"), nil
}

// maxProfile bounds a profile file, in bytes.
const maxProfile = 1 << 20

func readProfile(file string) ([]byte, error) {
	opened, err := os.Open(file) //nolint:gosec // a command opens the files that its user names
	if err != nil {
		return nil, problem.New(problem.FileNotReadable, "cannot read the profile %s; check the path", file).Because(err)
	}
	defer func() { _ = opened.Close() }()
	data, err := io.ReadAll(io.LimitReader(opened, maxProfile+1))
	switch {
	case err != nil:
		return nil, problem.New(problem.FileNotReadable, "cannot read the profile %s; name a file", file).Because(err)
	case len(data) > maxProfile:
		return nil, problem.New(problem.FileNotReadable, "the profile %s is over %d bytes, the most that is read", file, maxProfile)
	}
	return data, nil
}

// storePause is how long the installation waits for a store that is away.
const storePause = 2 * time.Second

// installOrWait installs the profile file. Where the store is away it does so later, and the
// server says meanwhile why it is not ready.
func installOrWait(ctx context.Context, svc *service.Service, o options, logger *slog.Logger) error {
	err := install(ctx, svc, o.profile)
	if errors.Is(err, context.Canceled) { // the server is to end, which is no fault
		err = nil
	}
	if !storeIsAway(err) {
		return err
	}
	logger.Warn("the profile is installed as soon as the store is there", "profile", o.profile, "cause", problem.From(err).Cause)
	go func() {
		for storeIsAway(err) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(storePause):
				err = install(ctx, svc, o.profile)
			}
		}
		if err != nil && ctx.Err() == nil {
			logger.LogAttrs(ctx, slog.LevelError, "the profile is not installed", problem.From(err).Attributes()...)
		}
	}()
	return nil
}

func storeIsAway(err error) bool {
	return err != nil && problem.From(err).Code == problem.StoreUnavailable
}

// install installs the profile file, where one is given.
func install(ctx context.Context, svc *service.Service, file string) error {
	if file == "" {
		return nil
	}
	data, err := readProfile(file)
	if err != nil {
		return err
	}
	draft, err := profile.ParseWithFiles(document.Source{Name: file, Format: document.FormatOf(file, data), Data: data}, rulefile.Beside(file))
	if err != nil {
		return err
	}
	_, _, err = svc.Install(ctx, draft)
	return err
}
