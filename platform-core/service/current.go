package service

import (
	"bytes"
	"context"
	"fmt"

	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/store"
)

// current returns the installation. It fails with the code if there is none.
func (s *Service) current(ctx context.Context, code problem.Code) (*installed, error) {
	in, err := s.anyInstalled(ctx)
	if in == nil && err == nil {
		err = problem.New(code, "No installation exists yet.")
	}
	return in, err
}

// anyInstalled returns the installation, or nil if there is none. An installation never changes, so it asks
// the store only until there is one. If another service stored it, it resolves the profile again.
func (s *Service) anyInstalled(ctx context.Context) (*installed, error) {
	if in := s.known(); in != nil {
		return in, nil
	}
	stored, ok, err := s.store.Installation(ctx)
	if !ok || err != nil {
		return nil, err
	}
	draft, err := profile.Parse(document.Source{Name: "the store's installation", Format: document.JSON,
		Data: stored.Profile})
	if err != nil {
		return nil, fmt.Errorf("read the installation of the store: %w", err)
	}
	candidate, err := s.resolve(ctx, draft)
	if err != nil {
		return nil, err
	}
	return s.adopt(candidate, stored)
}

func (s *Service) known() *installed {
	s.installedMu.Lock()
	defer s.installedMu.Unlock()
	return s.installed
}

// adopt makes a candidate the installation of this service. It fails if the store has another profile, or
// if another release or adapter stored it.
func (s *Service) adopt(candidate *installed, stored store.InstalledProfile) (*installed, error) {
	if err := otherRelease(stored, candidate.pinned()); err != nil {
		return nil, err
	}
	s.installedMu.Lock()
	defer s.installedMu.Unlock()
	if s.installed == nil {
		s.installed = candidate
	}
	return s.installed, nil
}

// pinned returns the installation as a store keeps it.
func (in *installed) pinned() store.InstalledProfile {
	d := in.status.Description
	return store.InstalledProfile{Profile: in.JSON, Platform: platformcore.Version, Adapter: d.ID,
		AdapterVersion: d.Version, AdapterDigest: in.status.Digest}
}

// otherRelease fails if another release of the platform or of the adapter stored the installation, because
// it may decide differently.
func otherRelease(stored, own store.InstalledProfile) error {
	if stored.Platform == own.Platform && stored.Adapter == own.Adapter && stored.AdapterVersion == own.AdapterVersion &&
		bytes.Equal(stored.Profile, own.Profile) {
		return nil
	}
	return problem.New(problem.StoreOfAnotherRelease,
		"The store was installed with platform %s and the adapter %s %s; this is platform %s with %s %s, "+
			"which may decide otherwise. Run the same release on every server of a store. To move to this one, "+
			"start it on a store of its own (--store-prefix) and install the profile there; "+
			"the old records stay with the old release.",
		stored.Platform, stored.Adapter, stored.AdapterVersion, own.Platform, own.Adapter, own.AdapterVersion)
}

// locked returns the error for a second installation.
func (s *Service) locked(ctx context.Context) error {
	in, err := s.anyInstalled(ctx)
	if err != nil {
		return err
	}
	next := "Its store keeps one installation for good; use a store of its own for another."
	if _, ok := s.store.(*store.Memory); ok {
		next = "Only a restart unlocks it, and a restart loses its requests and proposals."
	}
	return problem.New(problem.InstallationLocked, "This service is locked to %s in %s mode. %s", in.Profile.Provider,
		in.Profile.Mode, next)
}
