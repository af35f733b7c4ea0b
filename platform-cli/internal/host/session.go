package host

import (
	"context"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

// Session is an isolated service with one installation.
type Session struct {
	*service.Service
	Draft     profile.Draft
	Installed service.Installation
	// Path is where the profile was read; empty for one that was not read from a file.
	Path string
	// Close ends the adapters that were started.
	Close func()
}

// Session builds a service from the profile at path. Only the adapter of the
// profile's provider is started.
func (i *Invocation) Session(ctx context.Context, path string) (*Session, error) {
	if path == "" {
		return nil, problem.New(problem.UsageError,
			"The flag --profile is missing. Name the installation profile, such as --profile profile.json; `platform setup init` makes one.")
	}
	draft, err := i.Input.Profile(path)
	if err != nil {
		return nil, err
	}
	s, err := i.Install(ctx, draft)
	if err != nil {
		return nil, fileio.In(path, err)
	}
	s.Path = path
	return s, nil
}

// Install builds a service from a draft.
func (i *Invocation) Install(ctx context.Context, draft profile.Draft) (*Session, error) {
	catalog, end, err := i.Catalog()
	if err != nil {
		return nil, err
	}
	return i.InstallOn(ctx, catalog, end, draft)
}

// InstallOn builds a service from a draft, over adapters that are open. The session ends
// them, and so does an error.
func (i *Invocation) InstallOn(ctx context.Context, catalog adapter.Catalog, end func(), draft profile.Draft) (*Session, error) {
	svc := i.service(catalog)
	installed, _, err := svc.Install(ctx, draft)
	if err != nil {
		end()
		return nil, err
	}
	return &Session{Service: svc, Draft: draft, Installed: installed, Close: end}, nil
}

// NewService returns an empty service over the adapters; end it.
func (i *Invocation) NewService() (svc *service.Service, end func(), err error) {
	catalog, end, err := i.Catalog()
	if err != nil {
		return nil, nil, err
	}
	return i.service(catalog), end, nil
}

func (i *Invocation) service(catalog adapter.Catalog) *service.Service {
	return service.New(service.Options{Adapters: catalog, Now: i.Now})
}
