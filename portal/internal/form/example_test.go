package form_test

import (
	"fmt"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
)

func ExampleValues_Document() {
	document := form.Values{"application": "checkout", "monthly_budget": "USD 1,500"}.Document()
	fmt.Println(string(document))
	// Output: {"application":"checkout","monthly_budget":1500}
}

// A button of the form sends the query, and the form fills it in.
func ExampleUse() {
	use := form.Use([]request.Change{{Field: "cluster_size", To: request.Text("medium")}})
	values, labels := form.Values{"cluster_size": "small"}.Using(use)
	fmt.Println(use, values["cluster_size"], labels)
	// Output: cluster_size=medium medium [Cluster size]
}
