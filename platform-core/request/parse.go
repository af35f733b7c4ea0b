package request

import (
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// input is the document form of a request: what may be absent is a pointer.
type input struct {
	Application           *string        `json:"application"`
	Environment           *string        `json:"environment"`
	Owner                 *string        `json:"owner"`
	CostCentre            *string        `json:"cost_centre"`
	DataClassification    *string        `json:"data_classification"`
	Region                *string        `json:"region"`
	NetworkCIDR           *string        `json:"network_cidr"`
	ClusterSize           *string        `json:"cluster_size"`
	MonthlyBudget         *int64         `json:"monthly_budget"`
	BusinessJustification *string        `json:"business_justification"`
	ExpiryDate            *string        `json:"expiry_date"`
	Controls              *controlsInput `json:"controls"`
}

type controlsInput struct {
	EncryptionAtRest *bool `json:"encryption_at_rest"`
	PrivateCluster   *bool `json:"private_cluster"`
	CentralLogging   *bool `json:"central_logging"`
	LeastPrivilege   *bool `json:"least_privilege"`
}

// Parse reads a request document and returns it normalised. The error is a
// *problem.Problem: malformed_body for text that is no document, invalid_request
// for one with wrong fields, with every fault at once.
func Parse(src document.Source) (Request, error) {
	var in input
	reading := document.Read(src, &in)
	if reading.Malformed() {
		return Request{}, reading.Problem(problem.MalformedBody, "request")
	}
	request := normalise(in, reading)
	reading.Order(Fields())
	if p := reading.Problem(problem.InvalidRequest, "request"); p != nil {
		return Request{}, p
	}
	return request, nil
}
