package proposal_test

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Check finds a changed artifact of a saved proposal.
func ExampleCheck() {
	p, err := proposal.Build(proposal.Input{
		Request: request.Template("eu-west-1"), Profile: profile.Profile{Provider: "provider_a", Mode: profile.Simulation},
		Adapter: proposal.Adapter{ID: "provider_a", Version: "1.0.0"}, Root: []byte("terraform {}\n"), Inputs: []byte("{}\n"),
		Needs: []adapter.Need{{Kind: adapter.NeedInput, Name: "subscription", Text: "where it is applied"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Artifacts), len(proposal.Check(p)))

	p.Artifacts[2].Content = "{ }\n"
	found := proposal.Check(p)
	fmt.Println(found[1].Where == proposal.PathsOf(p.RequestID).Inputs, found[1].Message)
	// Output:
	// 7 0
	// true has a content of 4 bytes, not the recorded 3
}
