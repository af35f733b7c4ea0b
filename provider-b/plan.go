package providerb

import (
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is everything that an order decides. The inventory, the estimate and the
// Terraform inputs are three writings of one plan, so they cannot disagree on it.
type plan struct {
	request  request.Request
	identity request.Identity
	// name is part of every name; vault and storage are whole names.
	name, vault, storage string
	size                 size
	layout               layout
	zones                []string
	mode                 profile.Mode
	placement            map[string]part
	logRetentionDays     int
	flowLogRetentionDays int
	blobRecoveryDays     int
	keyRotationDays      int
	vaultRetentionDays   int
	// natSKU is the kind of the way out.
	natSKU string
}

// planFor returns the plan of an order, or an error that says why the request
// cannot be sized.
func planFor(order adapter.Input) (plan, error) {
	request := order.Request
	if err := unknownParts(order); err != nil {
		return plan{}, err
	}
	region, _ := findRegion(request.Region)
	size, _ := sizeFor(request.ClusterSize, request.Environment)
	if request.NetworkCIDR.Bits() > size.longestPrefix() {
		return plan{}, fmt.Errorf("the network %s is too small for a %s cluster", request.NetworkCIDR, request.ClusterSize)
	}
	layout, cut := layoutFor(request.NetworkCIDR)
	if !cut {
		return plan{}, fmt.Errorf("the network %s cannot be cut into subnets", request.NetworkCIDR)
	}
	logDays := terms.Logs.Days[request.DataClassification]
	return plan{
		request:              request,
		identity:             order.Identity,
		name:                 environmentName(request, order.Identity),
		vault:                keyVaultName(request, order.Identity),
		storage:              storageAccountName(request, order.Identity),
		size:                 size,
		layout:               layout,
		zones:                append([]string{}, region.Zones...),
		mode:                 order.Mode,
		placement:            placementOf(order),
		logRetentionDays:     logDays,
		flowLogRetentionDays: min(logDays, terms.FlowLogs.MostDays),
		blobRecoveryDays:     terms.FlowLogs.RecoveryDays[request.DataClassification],
		keyRotationDays:      terms.Keys.RotationDays[request.DataClassification],
		vaultRetentionDays:   terms.Vault.RecoveryDays[request.Environment],
		natSKU:               natSKU(region, request.Environment),
	}, nil
}

// unknownParts returns an error for an order that names what is not known here.
func unknownParts(order adapter.Input) error {
	_, region := findRegion(order.Request.Region)
	_, size := sizing.Sizes[order.Request.ClusterSize]
	_, stage := terms.Vault.RecoveryDays[order.Request.Environment]
	_, class := terms.Logs.Days[order.Request.DataClassification]
	switch {
	case !request.IsRequestID(order.Identity.RequestID):
		return errors.New("the order has no request ID")
	case !region:
		return fmt.Errorf("%q is not a region of %s", order.Request.Region, ID)
	case !size:
		return fmt.Errorf("%q is not a cluster size", order.Request.ClusterSize)
	case !stage:
		return fmt.Errorf("%q is not an environment", order.Request.Environment)
	case !class:
		return fmt.Errorf("%q is not a data classification", order.Request.DataClassification)
	default:
		return nil
	}
}

// storageReplication returns how flow logs are copied: across zones where the
// region has them.
func (p plan) storageReplication() string {
	if len(p.zones) > 0 {
		return "ZRS"
	}
	return "LRS"
}

// The kinds of a way out: one in every zone of a region, and one in one zone.
const (
	zonalWayOut = "StandardV2"
	plainWayOut = "Standard"
)

// natSKU returns the kind of the way out: production has one in every zone
// wherever the provider sells it.
func natSKU(region regionEntry, stage string) string {
	if stage == request.Production && region.hasZonalWayOut() {
		return zonalWayOut
	}
	return plainWayOut
}

// spread says in which zones machines stand.
func (p plan) spread() string {
	if len(p.zones) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d zones", len(p.zones))
}

// wayOutSpread says in which zones the way out stands.
func (p plan) wayOutSpread() string {
	switch {
	case p.natSKU == zonalWayOut:
		return p.spread()
	case len(p.zones) > 0:
		return "1 zone"
	default:
		return "none"
	}
}

func (p plan) production() bool { return p.request.Environment == request.Production }
