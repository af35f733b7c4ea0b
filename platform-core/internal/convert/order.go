package convert

import (
	"net/netip"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// OrderToMessage returns o as a message.
func OrderToMessage(o adapter.Input) *providerv1.Order {
	return &providerv1.Order{
		Request:     requestToMessage(o.Request),
		RequestId:   o.Identity.RequestID,
		Fingerprint: o.Identity.Fingerprint,
		Mode:        string(o.Mode),
		Boundaries: each(o.Boundaries, func(b adapter.Boundary) *providerv1.Boundary {
			return &providerv1.Boundary{Name: b.Name, Id: b.ID}
		}),
	}
}

// OrderFromMessage returns the order that m carries, or an *Error.
func OrderFromMessage(m *providerv1.Order) (adapter.Input, error) {
	req, err := requestFromMessage(m.GetRequest())
	if err != nil {
		return adapter.Input{}, err
	}
	return adapter.Input{
		Request:  req,
		Identity: request.Identity{RequestID: m.GetRequestId(), Fingerprint: m.GetFingerprint()},
		Mode:     profile.Mode(m.GetMode()),
		Boundaries: each(m.GetBoundaries(), func(b *providerv1.Boundary) adapter.Boundary {
			return adapter.Boundary{Name: b.GetName(), ID: b.GetId()}
		}),
	}, nil
}

func requestToMessage(r request.Request) *providerv1.Request {
	return &providerv1.Request{
		Application:           r.Application,
		Environment:           r.Environment,
		Owner:                 r.Owner,
		CostCentre:            r.CostCentre,
		DataClassification:    r.DataClassification,
		Region:                r.Region,
		NetworkCidr:           networkToMessage(r.NetworkCIDR),
		ClusterSize:           r.ClusterSize,
		MonthlyBudget:         r.MonthlyBudget,
		BusinessJustification: r.BusinessJustification,
		ExpiryDate:            string(r.ExpiryDate),
		EncryptionAtRest:      r.Controls.EncryptionAtRest,
		PrivateCluster:        r.Controls.PrivateCluster,
		CentralLogging:        r.Controls.CentralLogging,
		LeastPrivilege:        r.Controls.LeastPrivilege,
	}
}

func requestFromMessage(m *providerv1.Request) (request.Request, error) {
	network, err := networkFromMessage(m.GetNetworkCidr())
	if err != nil {
		return request.Request{}, err
	}
	return request.Request{
		Application:           m.GetApplication(),
		Environment:           m.GetEnvironment(),
		Owner:                 m.GetOwner(),
		CostCentre:            m.GetCostCentre(),
		DataClassification:    m.GetDataClassification(),
		Region:                m.GetRegion(),
		NetworkCIDR:           network,
		ClusterSize:           m.GetClusterSize(),
		MonthlyBudget:         m.GetMonthlyBudget(),
		BusinessJustification: m.GetBusinessJustification(),
		ExpiryDate:            request.Date(m.GetExpiryDate()),
		Controls: request.Controls{
			EncryptionAtRest: m.GetEncryptionAtRest(),
			PrivateCluster:   m.GetPrivateCluster(),
			CentralLogging:   m.GetCentralLogging(),
			LeastPrivilege:   m.GetLeastPrivilege(),
		},
	}, nil
}

// networkToMessage writes no network as empty text: netip has a text for it
// that it does not read back.
func networkToMessage(p netip.Prefix) string {
	if !p.IsValid() {
		return ""
	}
	return p.String()
}

func networkFromMessage(text string) (netip.Prefix, error) {
	if text == "" {
		return netip.Prefix{}, nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, wrong("request.network_cidr", "is no network range: %q", text)
	}
	return prefix, nil
}
