package wire_test

import (
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/wire"
)

// A client decodes an answer of the API into the type of its document.
func ExampleList() {
	answer := `{"items":[{"request_id":"req-1","application":"checkout","decision":"accepted"}],"next":"req-1"}`
	var list wire.List[wire.Summary]
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list.Items[0].Application, list.Items[0].Decision, list.Next)
	// Output: checkout accepted req-1
}
