// Command platform-portal serves the web portal of the platform.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"platform.internal/platform-core/asynclog"
	_ "platform.internal/platform-core/envguard" // clears the environment before anything reads it
	"platform.internal/platform-core/httpserve"
	"platform.internal/platform-core/problem"
	"platform.internal/portal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A standard error that nobody reads any more must not end the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stderr := asynclog.New(os.Stderr, handler)
	code := run(ctx, os.Args[1:], stderr)
	stop()
	stderr.Close(lastLines)
	os.Exit(code)
}

// lastLines is how long the end of the process waits for its log to be read.
const lastLines = time.Second

// handler writes the log.
func handler(w io.Writer) slog.Handler {
	return slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn})
}

// writeTime bounds how long a page may take to be made and sent.
const writeTime = 60 * time.Second

// options are what the command line says.
type options struct {
	listen string
	api    string
	hosts  []string
}

// run serves until ctx ends and returns the exit code.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return problem.ExitDone
	case err != nil:
		return problem.ExitUsage
	}
	if err := serve(ctx, o, stderr); err != nil {
		fmt.Fprintln(stderr, "platform-portal:", err)
		return problem.ExitFailure
	}
	return problem.ExitDone
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("platform-portal", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8081", "serve the portal at this `address`; port 0 picks a free one")
	flags.StringVar(&o.api, "api", "http://127.0.0.1:8080", "reach the platform's HTTP API at this `address`")
	flags.Func("allow-host", "serve this host `name` too, as NAME:PORT where a proxy has another port; may be given more than once", func(name string) error {
		o.hosts = append(o.hosts, name)
		return httpserve.CheckHost(name)
	})
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	err := portal.CheckAPI(o.api)
	if flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(stderr, "platform-portal:", err)
	}
	return o, err
}

func serve(ctx context.Context, o options, stderr io.Writer) error {
	logger := slog.New(handler(stderr))
	options := httpserve.Options{Hosts: o.hosts, Out: stderr, Logger: logger, WriteTime: writeTime}
	return httpserve.Listen(ctx, o.listen, options, func(hosts httpserve.Hosts) (http.Handler, error) {
		return portal.New(portal.Options{API: o.api, Hosts: hosts, Logger: logger})
	})
}
