package document_test

import (
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

func ExampleRead() {
	var team struct {
		Name *string `json:"name"`
		Size *int64  `json:"size"`
	}
	reading := document.Read(document.Source{Name: "team.yaml", Format: document.YAML, Data: []byte("name: payments\nsize: many\ncolour: red\n")}, &team)
	if team.Size == nil && !reading.Faulty("size") {
		reading.Add("size", problem.FaultMissing, "is missing; write how many people are in the team")
	}
	fmt.Println(*team.Name)
	for _, f := range reading.Faults() {
		fmt.Printf("%d:%d %s %s\n", f.Line, f.Column, f.Field, f.Message)
	}
	fmt.Println(reading.Problem(problem.InvalidRequest, "team").Detail)
	// Output:
	// payments
	// 2:7 size must be a number, not text
	// 3:1 colour is not a field here; the fields are name, size
	// The team has 2 problems.
}

func ExampleEncode() {
	text, err := document.Encode(map[string]any{"region": "eu-west-1", "note": "a <b>\u202e"})
	fmt.Printf("%s%v", text, err)
	// Output:
	// {
	//   "note": "a <b>\u202e",
	//   "region": "eu-west-1"
	// }
	// <nil>
}
