package adapterhost_test

import (
	"context"
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

func ExampleOpen() {
	_, err := adapterhost.Open(adapterhost.Options{Dir: "/there/is/no/such/folder"})
	var p *problem.Problem
	if errors.As(err, &p) {
		fmt.Println(p.Detail)
	}
	// Output: There is no adapters.lock.json in the adapters folder. Build the adapters, or name the folder that has them.
}

func ExampleInProcess() {
	impl, stop := adapterhost.InProcess(adapter.New(adapter.Definition{
		ID:            "provider_c",
		DisplayName:   "Provider C",
		Version:       "1.0.0",
		DefaultRegion: "north-1",
		Regions:       []profile.Region{{Name: "north-1", DisplayName: "North"}},
	}))
	defer stop()
	description, err := impl.Describe(context.Background())
	fmt.Println(description.DisplayName, description.Version, err)
	// Output: Provider C 1.0.0 <nil>
}
