package profile_test

import (
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

func ExampleParse() {
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: Provider_T\nallowed_regions: [eu-west-1]\n")})
	if err != nil {
		fmt.Println(err)
		return
	}
	provider := profile.Provider{ID: draft.Provider, DefaultRegion: "eu-west-1", Regions: []profile.Region{{Name: "eu-west-1"}}}
	noRules := func(profile.Mode, []profile.Rule) []problem.Fault { return nil }
	p, err := draft.Resolve(provider, noRules)
	fmt.Println(p.Provider, p.Mode, p.AllowedRegions, err)
	// Output:
	// provider_t simulation [eu-west-1] <nil>
}
