package host

import (
	"context"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

// Session is an isolated [service.Service] with one installation.
type Session struct {
	*service.Service
	Draft     profile.Draft
	Installed service.ActiveProfile
	// Path is the path of the profile, or empty.
	Path string
}

// Session returns a [Session] with the installation of the flag --profile. It starts only the
// adapter of the profile's provider. It fails if the flag is missing or the profile is invalid.
func (i *Invocation) Session(ctx context.Context) (*Session, error) {
	if i.Profile == "" {
		return nil, problem.New(problem.UsageError,
			"The flag --profile is missing. Name the installation profile, such as --profile profile.json; `platform setup init` makes one.")
	}
	draft, err := i.Input.Profile(i.Profile)
	if err != nil {
		return nil, err
	}
	s, err := i.Install(ctx, draft)
	return s, fileio.In(i.Profile, err)
}

// Install returns a [Session] with the installation of a draft. It fails if the draft is invalid.
func (i *Invocation) Install(ctx context.Context, draft profile.Draft) (*Session, error) {
	catalog, err := i.Catalog("")
	if err != nil {
		return nil, err
	}
	return i.installOn(ctx, catalog, draft)
}

func (i *Invocation) installOn(ctx context.Context, catalog adapter.Catalog, draft profile.Draft) (*Session, error) {
	s := &Session{Service: i.NewService(catalog), Draft: draft, Path: i.Profile}
	var err error
	s.Installed, _, err = s.Service.Install(ctx, draft)
	return s, err
}

// NewService returns a service without an installation.
func (i *Invocation) NewService(catalog adapter.Catalog) *service.Service {
	return service.New(service.Options{Adapters: catalog, Now: i.Now})
}
