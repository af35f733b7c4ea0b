package policy

import (
	"reflect"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Input is everything that a rule can see.
type Input struct {
	Request  request.Request
	Profile  profile.Profile
	Estimate request.Estimate
	// Date is the policy date.
	Date request.Date
}

// The variables of an expression, as CEL sees them. A wrong field name in a
// rule is a type error when the rule is compiled.
type (
	requestFacts struct {
		Application           string        `cel:"application"`
		Environment           string        `cel:"environment"`
		Owner                 string        `cel:"owner"`
		CostCentre            string        `cel:"cost_centre"`
		DataClassification    string        `cel:"data_classification"`
		Region                string        `cel:"region"`
		NetworkCIDR           string        `cel:"network_cidr"`
		ClusterSize           string        `cel:"cluster_size"`
		MonthlyBudget         int64         `cel:"monthly_budget"`
		BusinessJustification string        `cel:"business_justification"`
		ExpiryDate            string        `cel:"expiry_date"`
		Controls              controlsFacts `cel:"controls"`
	}
	controlsFacts struct {
		EncryptionAtRest bool `cel:"encryption_at_rest"`
		PrivateCluster   bool `cel:"private_cluster"`
		CentralLogging   bool `cel:"central_logging"`
		LeastPrivilege   bool `cel:"least_privilege"`
	}
	profileFacts struct {
		Provider       string            `cel:"provider"`
		Mode           string            `cel:"mode"`
		AllowedRegions []string          `cel:"allowed_regions"`
		Boundaries     map[string]string `cel:"boundaries"`
	}
	estimateFacts struct {
		// Sized tells that the adapter could size the request at all.
		Sized bool `cel:"sized"`
		// Known tells that every part of the estimate has a price.
		Known bool `cel:"known"`
		// MonthlyDollars is the total rounded up to whole dollars; 0 when unknown.
		MonthlyDollars int64 `cel:"monthly_dollars"`
	}
)

// The names of the variables.
const (
	requestVariable  = "request"
	profileVariable  = "profile"
	estimateVariable = "estimate"
	dateVariable     = "policy_date"
)

// variables returns the type of each variable; the date is text.
func variables() map[string]reflect.Type {
	return map[string]reflect.Type{
		requestVariable:  reflect.TypeFor[requestFacts](),
		profileVariable:  reflect.TypeFor[profileFacts](),
		estimateVariable: reflect.TypeFor[estimateFacts](),
	}
}

func (in Input) activation() map[string]any {
	r := in.Request
	return map[string]any{
		requestVariable: requestFacts{
			Application: r.Application, Environment: r.Environment, Owner: r.Owner, CostCentre: r.CostCentre,
			DataClassification: r.DataClassification, Region: r.Region, NetworkCIDR: r.NetworkCIDR.String(),
			ClusterSize: r.ClusterSize, MonthlyBudget: r.MonthlyBudget,
			BusinessJustification: r.BusinessJustification, ExpiryDate: string(r.ExpiryDate),
			Controls: controlsFacts(r.Controls),
		},
		profileVariable: profileFacts{
			Provider: in.Profile.Provider, Mode: string(in.Profile.Mode),
			AllowedRegions: in.Profile.AllowedRegions, Boundaries: in.Profile.Boundaries,
		},
		estimateVariable: estimateFacts{
			Sized:          len(in.Estimate.Items) > 0,
			Known:          len(in.Estimate.Items) > 0 && in.Estimate.MonthlyTotal.Known,
			MonthlyDollars: in.Estimate.MonthlyTotal.Dollars(),
		},
		dateVariable: string(in.Date),
	}
}
