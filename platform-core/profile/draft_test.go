package profile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// TestADraftIsAValue: resolving it again finds the same faults, once each.
func TestADraftIsAValue(t *testing.T) {
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: provider_t\nmode: moon\nallowed_regions: [nowhere]\n")})
	require.NoError(t, err)
	provider := profile.Provider{ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}}}
	none := func(profile.Mode, []profile.Rule) []problem.Fault { return nil }
	for range 2 {
		_, err := draft.Resolve(provider, none)
		var fields []string
		for _, f := range problem.From(err).Faults {
			fields = append(fields, f.Field)
		}
		assert.Equal(t, []string{"mode", "allowed_regions[0]"}, fields)
		assert.Len(t, draft.UnknownProvider("provider_u", none).Faults, 2)
	}
}

func TestTheDefaultIsNotWritten(t *testing.T) {
	provider := profile.Provider{ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}}}
	for text, want := range map[string]profile.Unpriced{"": "", "unpriced: advise": "", "unpriced: ' Deny '": profile.DenyUnpriced} {
		draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: provider_t\n" + text)})
		require.NoError(t, err)
		p, err := draft.Resolve(provider, func(profile.Mode, []profile.Rule) []problem.Fault { return nil })
		require.NoError(t, err)
		assert.Equal(t, want, p.Unpriced, text)
	}
}
