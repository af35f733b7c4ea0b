package request_test

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// A request document in YAML, with texts that Parse brings into normal form.
const checkout = `
application: Checkout
environment: dev
owner: payments-team@example.com
cost_centre: cc-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.3.4/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`

func ExampleParse() {
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(checkout)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Application, r.Environment, r.CostCentre, r.NetworkCIDR)
	fmt.Println(r.Identify().RequestID)
	// Output:
	// checkout development CC-4711 10.20.0.0/20
	// req-6f76e9454451ffcc5929
}

func ExampleParse_faults() {
	text := strings.Replace(checkout, "region:", "regoin:", 1)
	_, err := request.Parse(document.Source{Name: "request.yaml", Format: document.YAML, Data: []byte(text)})
	for _, f := range problem.From(err).Faults {
		fmt.Printf("line %d: %s %s\n", f.Line, f.Field, f.Message)
	}
	// Output:
	// line 7: regoin is not a field here; write region
}

func ExampleRequest_With() {
	r := request.Template("eu-west-1")
	larger, err := r.With(request.SizeField, request.Text(" Large "))
	fmt.Println(larger.ClusterSize, err)
	_, err = r.With(request.SizeField, request.Text("huge"))
	fmt.Println(err)
	// Output:
	// large <nil>
	// invalid_request: The request has 1 problem. [cluster_size: must be one of small, medium, large]
}

func ExampleParsePartial() {
	p, err := request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(`{"region": "eu-west-1", "monthly_budget": 0}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Complete(), p.Given, len(p.Missing))
	fmt.Println(p.Faults[0].Field, p.Faults[0].Message)
	// Output:
	// false map[region:true] 8
	// monthly_budget must be whole US dollars from 1 to 1000000
}
