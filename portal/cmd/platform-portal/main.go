// Command platform-portal serves the web portal of the platform.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"time"

	_ "platform.internal/platform-core/envguard" // clears the environment before anything reads it
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/portal"
)

const name = "platform-portal"

func main() { serve.Main(run) }

// writeTime limits the time to render and send one page.
const writeTime = 60 * time.Second

// options are the parsed command-line flags.
type options struct {
	serve.Flags
	api string
}

const usage = `platform-portal serves the platform's web portal.

Usage: platform-portal [flags]

Flags:
`

// run serves the portal until ctx ends and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return problem.ExitDone
	case err != nil:
		return problem.ExitUsage
	}
	log := o.NewLog(name, stderr, slog.String("api", o.api))
	if err := servePages(ctx, o, log); err != nil {
		return log.Report(name, "", err)
	}
	return problem.ExitDone
}

func parse(args []string, stdout, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	o.Define(f, "127.0.0.1:8081")
	f.StringVar(&o.api, "api", "http://127.0.0.1:8080", "ask the platform's HTTP API at `ADDRESS`")
	err := o.Parse(f, args, usage, stdout, stderr, o.checkAPI)
	return o, err
}

func (o *options) checkAPI() error {
	if err := portal.CheckAPI(o.api); err != nil {
		return problem.New(problem.UsageError, "The flag --api does not take %v.", err)
	}
	return nil
}

func servePages(ctx context.Context, o options, log serve.Log) error {
	metrics := serve.NewMetrics(name)
	checks, err := portal.Checks(o.api)
	if err != nil {
		return err
	}
	return o.Serve(ctx, log, serve.Server{
		Metrics: metrics, Checks: checks, WriteTime: writeTime,
		Handler: func(hosts serve.Hosts) (http.Handler, error) {
			return portal.New(portal.Options{
				API: o.api, Hosts: hosts, Logger: log.Logger, PathPrefix: o.PathPrefix,
				Requests: serve.Observer{Logger: log.Requests, Metrics: metrics},
			})
		},
	})
}
