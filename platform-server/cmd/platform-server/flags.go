package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/store"
	"platform.internal/platform-server/etcdstore"
)

// options are the flags of the command.
type options struct {
	serve.Flags
	profile  string
	adapters string
	lockKey  string
	extra    pairs
	// store is the value of --store, and etcd has the flags that belong to it.
	store      storeFlag
	etcd       etcdstore.Config
	maxRecords int
	// confined refuses adapters that are not fully confined.
	confined bool
	// perCall answers every call of an adapter from a process of its own.
	perCall bool
}

// storeFlag has the addresses of etcd; nil for a store in memory.
type storeFlag []string

func (f *storeFlag) String() string {
	if len(*f) == 0 {
		return "memory"
	}
	return "etcd=" + strings.Join(*f, ",")
}

func (f *storeFlag) Set(value string) error {
	addresses, ok := strings.CutPrefix(value, "etcd=")
	switch {
	case value == "memory":
		*f = nil
	case ok && addresses != "":
		*f = strings.Split(addresses, ",")
	default:
		return errors.New("write memory, or etcd=https://HOST:PORT,https://HOST:PORT")
	}
	return nil
}

// pairs is a flag ID=FILE that may be given many times.
type pairs map[string]string

func (p pairs) String() string { return strings.Join(slices.Sorted(maps.Keys(p)), ",") }

func (p pairs) Set(value string) error {
	id, file, ok := strings.Cut(value, "=")
	if !ok || id == "" || file == "" {
		return errors.New("write it as ID=FILE, such as provider_a=./my-adapter")
	}
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("%w; write the path of an adapter", err)
	}
	p[id] = file
	return nil
}

const usage = `platform-server serves the platform's HTTP API.

Usage: platform-server [flags]

  platform-server
  platform-server --profile examples/provider_a/simulation/profile.yaml

Flags:
`

// parseFlags parses the arguments. It prints a flag error to stderr; see [serve.Flags.Parse].
func parseFlags(args []string, stdout, stderr io.Writer) (options, error) {
	o := options{extra: pairs{}}
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	o.Define(f, "127.0.0.1:8080")
	f.StringVar(&o.profile, "profile", "", "install this installation `PROFILE` (JSON or YAML) at start")
	f.StringVar(
		&o.adapters,
		"adapters",
		"",
		"look for the adapters and their lock file in `DIR` (default: adapters beside this program)",
	)
	f.StringVar(&o.lockKey, "lock-key", "", "use only adapters whose lock file is signed by this public key, in `FILE`")
	f.Var(o.extra, "adapter", "use the adapter `ID=FILE` without the lock file, while you develop it; repeatable")
	f.Var(&o.store, "store", "keep records in this `STORE`: memory, or etcd=URL,URL for servers that share them")
	f.StringVar(&o.etcd.CA, "store-ca", "", "check etcd's certificates against those in `FILE` (default: the system's)")
	f.StringVar(&o.etcd.Certificate, "store-cert", "", "authenticate to etcd with the certificate in `FILE`")
	f.StringVar(&o.etcd.Key, "store-key", "", "use the key in `FILE` with that certificate")
	f.StringVar(
		&o.etcd.Prefix,
		"store-prefix",
		etcdstore.DefaultPrefix,
		"begin the keys in etcd with `PREFIX`; each prefix is a store of its own",
	)
	f.IntVar(&o.maxRecords, "max-records", store.DefaultMaxRecords, "keep at most `N` records")
	f.BoolVar(&o.confined, "require-confinement", false, "refuse adapters whose confinement level is below enforced")
	f.BoolVar(
		&o.perCall,
		"adapter-per-call",
		false,
		"run each adapter call in a process of its own, so that no data reaches another caller; about 30 ms a call",
	)
	err := o.Parse(f, args, usage, stdout, stderr, o.check)
	return o, err
}

// check returns the fault of parsed flags, or nil.
func (o *options) check() error {
	switch {
	case o.maxRecords < 1:
		return problem.New(problem.UsageError, "The flag --max-records must be at least 1.")
	case len(o.store) == 0 && (o.etcd.CA+o.etcd.Certificate+o.etcd.Key != "" || o.etcd.Prefix != etcdstore.DefaultPrefix):
		return problem.New(
			problem.UsageError,
			"The flags --store-ca, --store-cert, --store-key and --store-prefix need --store etcd=…. Add it, or leave them out.",
		)
	case len(o.store) > 0:
		o.etcd.Endpoints = o.store
		return o.etcd.Check()
	default:
		return nil
	}
}
