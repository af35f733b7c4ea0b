package handover_test

import (
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// A proposal goes into an empty tree, and the tree is read back.
func Example() {
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(base)})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := proposal.Build(proposal.Input{
		Request: r, Profile: profile.Profile{Provider: "provider_t", Mode: profile.Simulation},
		Adapter: proposal.Adapter{ID: "provider_t", Version: "1.0.0", ContractVersion: 1},
		Root:    []byte("# root\n"), Inputs: []byte("{}\n"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := handover.New(p, handover.Tree{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Title)
	fmt.Println(len(h.Written), "files")

	repository := handover.Read(h.Files, "provider_t")
	fmt.Println(repository.Environments[0].Path)
	// Output:
	// Add checkout development in eu-west-1
	// 8 files
	// environments/live/provider_t/eu-west-1/checkout/development
}
