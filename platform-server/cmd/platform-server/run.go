package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/rulefile"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	server "platform.internal/platform-server"
	"platform.internal/platform-server/etcdstore"
	"platform.internal/platform-server/internal/measure"
)

const name = "platform-server"

// run serves until ctx ends and returns the exit code. It writes errors to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return problem.ExitDone
	case err != nil:
		return problem.ExitUsage
	}
	log := o.NewLog(
		name,
		stderr,
		slog.String("profile", o.profile),
		slog.String("store", o.store.String()),
		slog.Int("max_records", o.maxRecords),
	)
	if err := serveAPI(ctx, o, log); err != nil {
		return log.Report(name, o.profile, err)
	}
	return problem.ExitDone
}

// adapterDrainTime bounds the calls of adapters after the server has to end. It is less than package serve waits for
// the callers.
const adapterDrainTime = 3 * time.Second

func serveAPI(ctx context.Context, o options, log serve.Log) error {
	dir, err := adaptersDir(o.adapters)
	if err != nil {
		return err
	}
	catalog, err := adapterhost.Open(
		adapterhost.Options{
			Dir:                dir,
			LockKey:            o.lockKey,
			Extra:              o.extra,
			Logger:             log.Logger,
			RequireConfinement: o.confined,
			PerCall:            o.perCall,
		},
	)
	if err != nil {
		return err
	}
	defer catalog.Close()
	// Calls without an answer by then fail while there is time to report it.
	defer context.AfterFunc(ctx, func() { time.AfterFunc(adapterDrainTime, catalog.Close) })()
	kept, closeStore, err := openStore(o, log.Logger)
	if err != nil {
		return err
	}
	defer closeStore()
	metrics := serve.NewMetrics(name)
	counted, calls := measure.Store(kept, log.Logger)
	evaluations, evaluated := measure.Evaluations()
	metrics.Register(append(calls, evaluations)...)
	svc := service.New(service.Options{Adapters: catalog, Now: time.Now, Store: counted, Evaluated: evaluated})
	if err := installOrWait(ctx, svc, o, log.Logger); err != nil {
		return err
	}
	metrics.Register(measure.State{Counts: svc.Counts, Adapters: catalog.Activity})
	return o.Serve(ctx, log, serve.Server{
		Metrics: metrics,
		Checks:  checks(svc),
		Handler: func(hosts serve.Hosts) (http.Handler, error) {
			go show(ctx, svc, kept, log.Logger)
			return server.New(svc, server.Options{
				Hosts: hosts, Logger: log.Logger, Requests: serve.Observer{Logger: log.Requests, Metrics: metrics},
				PathPrefix: o.PathPrefix,
			}), nil
		},
	})
}

// openStore returns the store of --store and the function that closes it.
func openStore(o options, logger *slog.Logger) (store.Store, func(), error) {
	if len(o.store) == 0 {
		return store.NewMemory(o.maxRecords), func() {}, nil
	}
	config := o.etcd
	config.MaxRecords, config.Logger = o.maxRecords, logger
	for _, warning := range config.Warnings() {
		logger.Warn(warning)
	}
	return etcdstore.Open(config)
}

// show logs each adapter, and warns of one that cannot run or is another build than the store was installed with, so
// that the operator learns of it at the start.
func show(ctx context.Context, svc *service.Service, kept store.Store, logger *slog.Logger) {
	providers := svc.Providers(ctx)
	for _, p := range providers {
		switch {
		case p.Available:
			logger.Info(
				"adapter runs",
				"adapter",
				p.ID,
				"version",
				p.Adapter.Version,
				"digest",
				p.Adapter.Digest,
				"confinement",
				confinement(p.Adapter),
			)
		case ctx.Err() == nil:
			logger.LogAttrs(
				ctx,
				slog.LevelWarn,
				"adapter cannot run",
				append(p.Problem.Attributes(), slog.String("adapter", p.ID))...)
		}
	}
	stored, _, err := kept.Installation(ctx)
	for storeIsAway(err) && paused(ctx) {
		stored, _, err = kept.Installation(ctx)
	}
	for _, p := range providers {
		if p.Available && p.ID == stored.Adapter && stored.AdapterDigest != "" && stored.AdapterDigest != p.Adapter.Digest {
			logger.Warn("the store was installed with another build of this adapter",
				"adapter", p.ID, "version", stored.AdapterVersion, "digest", stored.AdapterDigest)
		}
	}
}

func confinement(a *profile.AdapterFacts) string {
	if a.Confinement == nil {
		return "none"
	}
	return string(a.Confinement.Level)
}

// adaptersDir returns the given folder of adapters, or the one beside this program.
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
	opened, err := os.Open(file)
	if err != nil {
		return nil, problem.New(problem.FileNotReadable, "cannot read the profile %s; check the path", file).Because(err)
	}
	defer func() { _ = opened.Close() }()
	data, err := io.ReadAll(io.LimitReader(opened, maxProfile+1))
	switch {
	case err != nil:
		return nil, problem.New(problem.FileNotReadable, "cannot read the profile %s; name a file", file).Because(err)
	case len(data) > maxProfile:
		return nil, problem.New(
			problem.FileNotReadable,
			"the profile %s has more than %d bytes; shorten it",
			file,
			maxProfile,
		)
	}
	return data, nil
}

// storePause is the interval at which the installation retries a store that does not answer.
const storePause = 2 * time.Second

// installOrWait installs the profile file. If the store does not answer, it retries later; until then the server
// reports that it is not ready.
func installOrWait(ctx context.Context, svc *service.Service, o options, logger *slog.Logger) error {
	err := install(ctx, svc, o.profile)
	if errors.Is(err, context.Canceled) { // the server is to end, which is no fault
		err = nil
	}
	if !storeIsAway(err) {
		return err
	}
	logger.Warn(
		"the store is not reachable; the profile will be installed when it is",
		"profile",
		o.profile,
		"cause",
		problem.From(err).Cause,
	)
	go func() {
		for storeIsAway(err) && paused(ctx) {
			err = install(ctx, svc, o.profile)
		}
		if err != nil && ctx.Err() == nil {
			logger.LogAttrs(ctx, slog.LevelError, "the profile is not installed", problem.From(err).Attributes()...)
		}
	}()
	return nil
}

// paused waits for storePause. It reports false if ctx ends first.
func paused(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(storePause):
		return true
	}
}

func storeIsAway(err error) bool {
	return err != nil && problem.From(err).Code == problem.StoreUnavailable
}

// install installs the profile file, if one is given.
func install(ctx context.Context, svc *service.Service, file string) error {
	if file == "" {
		return nil
	}
	data, err := readProfile(file)
	if err != nil {
		return err
	}
	src := document.Source{Name: file, Format: document.FormatOf(file, data), Data: data}
	draft, err := profile.ParseWithFiles(src, rulefile.Reader(file))
	if err = cmp.Or(err, draft.NotARequest(file, src, "`platform request validate`")); err != nil {
		return err
	}
	_, _, err = svc.Install(ctx, draft)
	return err
}
