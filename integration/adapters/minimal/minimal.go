// Package minimal has the part that adapters of tests share.
package minimal

import (
	"context"
	"errors"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// Adapter describes a provider with one region, and refuses all else. Embed it, and replace what a test needs.
type Adapter struct{ ID string }

// Describe implements [adapter.Adapter].
func (a Adapter) Describe(context.Context) (adapter.Description, error) {
	return adapter.Description{
		Provider: profile.Provider{
			ID: a.ID, DisplayName: a.ID, DefaultRegion: "north-1",
			Regions: []profile.Region{{Name: "north-1", DisplayName: "North"}},
		},
		Version: "1.0.0",
	}, nil
}

// Evaluate implements [adapter.Adapter].
func (Adapter) Evaluate(context.Context, adapter.Input) (adapter.Evaluation, error) {
	return adapter.Evaluation{}, errors.New("it evaluates nothing")
}

// Generate implements [adapter.Adapter].
func (Adapter) Generate(context.Context, adapter.Input) (adapter.Generation, error) {
	return adapter.Generation{}, errors.New("it generates nothing")
}
