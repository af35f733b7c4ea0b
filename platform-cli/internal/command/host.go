package command

import (
	"context"
	"io"
	"time"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

// Host is what the commands need from the process that they run in.
type Host struct {
	Stdin io.Reader
	// Help takes the text of --help and of shell completions, Warnings what
	// cobra says besides.
	Help     io.Writer
	Warnings io.Writer
	// Service is the service object that this process embeds; nil where it has
	// none. IDs are looked up in it.
	Service *service.Service
	// Open opens the catalog of adapters; close ends those that were started.
	Open func(Adapters) (catalog adapter.Catalog, close func(), err error)
	// Judge holds the adapter's binary at path to the contract. Of Adapters it
	// looks at Confined and Quiet.
	Judge func(ctx context.Context, path string, a Adapters) (adaptertest.Report, error)
	Now   func() time.Time
}

// Adapters say where adapters are found, as the global flags name it.
type Adapters struct {
	// Dir is the folder with the lock file; empty for the default.
	Dir string
	// Extra are further adapters by provider ID.
	Extra map[string]string
	// Confined refuses an adapter whose process the kernel does not hold.
	Confined bool
	// Quiet drops the warnings about adapters.
	Quiet bool
}

// app is the state of one command line.
type app struct {
	Host
	input    *input.Reader
	adapters adapterFlags
	quiet    bool
	result   *Result
}

// session is an isolated service with one installation.
type session struct {
	*service.Service
	draft     profile.Draft
	installed service.Installation
	close     func()
}

// session builds a service from the profile at path. Only the adapter of the
// profile's provider is started.
func (a *app) session(ctx context.Context, path string) (*session, error) {
	if path == "" {
		return nil, missingProfile()
	}
	draft, err := a.input.Profile(path)
	if err != nil {
		return nil, err
	}
	s, err := a.install(ctx, draft)
	return s, input.In(path, err)
}

// install builds a service from a draft.
func (a *app) install(ctx context.Context, draft profile.Draft) (*session, error) {
	svc, end, err := a.service()
	if err != nil {
		return nil, err
	}
	installed, _, err := svc.Install(ctx, draft)
	if err != nil {
		end()
		return nil, err
	}
	return &session{svc, draft, installed, end}, nil
}

// service returns an empty service over the adapters.
func (a *app) service() (svc *service.Service, end func(), err error) {
	catalog, end, err := a.open()
	if err != nil {
		return nil, nil, err
	}
	return service.New(service.Options{Adapters: catalog, Now: a.Now}), end, nil
}

func (a *app) open() (adapter.Catalog, func(), error) {
	extra, err := a.adapters.parse()
	if err != nil {
		return nil, nil, err
	}
	return a.Open(Adapters{Dir: a.adapters.dir, Extra: extra, Confined: a.adapters.confined, Quiet: a.quiet})
}
