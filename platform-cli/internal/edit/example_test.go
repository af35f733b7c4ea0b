package edit_test

import (
	"fmt"

	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

func ExampleReplacements() {
	src := document.Source{Name: "request.yaml", Format: document.YAML, Data: []byte(commandtest.Request)}
	before, err := request.Parse(src)
	if err != nil {
		panic(err)
	}
	wanted, err := before.With("region", request.Text("south-1"))
	if err != nil {
		panic(err)
	}
	changes := []request.Change{{Field: "region", From: request.Text("north-1"), To: request.Text("south-1")}}
	list, err := edit.Replacements(src, changes, wanted)
	if err != nil {
		panic(err)
	}
	for _, r := range list {
		fmt.Printf("%s -> %s\n", src.Data[r.Start:r.End], r.Text)
	}
	// Output:
	// north-1 -> south-1
}
