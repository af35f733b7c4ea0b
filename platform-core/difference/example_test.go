package difference_test

import (
	"fmt"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
)

func ExampleCompare() {
	read := func(name, text string) difference.Document {
		d, err := difference.Read(name, document.Source{Name: name, Format: document.YAML, Data: []byte(text)})
		if err != nil {
			panic(err)
		}
		return d
	}
	const fields = "application: checkout\nowner: team@example.com\ncost_centre: CC-1234\nregion: eu-west-1\n" +
		"business_justification: The team needs a place to test.\ndata_classification: internal\n" +
		"network_cidr: 10.20.0.0/20\nmonthly_budget: 500\n"
	a := read("a.yaml", fields+"environment: test\ncluster_size: small\n")
	b := read("b.yaml", fields+"environment: test\ncluster_size: medium\n")
	d := difference.Compare("a.yaml", a, "b.yaml", b)
	for _, c := range d.Changes {
		fmt.Printf("%s: %s -> %s\n", c.Field, c.A, c.B)
	}
	fmt.Println("same environment:", d.SameEnvironment)
	for _, m := range d.Missing[:1] {
		fmt.Printf("%s has no %s: %s\n", m.Side, m.Section, m.Reason)
	}
	// Output:
	// cluster_size: small -> medium
	// same environment: true
	// a has no rules: request_document
}
