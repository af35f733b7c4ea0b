package providerb

import (
	"errors"
	"fmt"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// The workspace that the management subscription keeps for all environments,
// and the resource group that it is in.
const (
	centralWorkspace     = "log-platform-central"
	centralResourceGroup = "rg-platform-logs"
)

// plan is everything that an order decides. The inventory, the estimate and the
// Terraform inputs are three writings of one plan, so they cannot disagree on it.
type plan struct {
	request  environment.Request
	identity environment.Identity
	// name is part of every name; vault and storage are whole names.
	name, vault, storage string
	size                 size
	layout               layout
	zones                []string
	mode                 installation.Mode
	placement            map[string]part
	logRetentionDays     int
	blobRecoveryDays     int
	keyRotationDays      int
	vaultRetentionDays   int
}

// planFor returns the plan of an order, or an error that says why the request
// cannot be sized.
func planFor(order provider.Order) (plan, error) {
	request := order.Request
	if err := unknownParts(order); err != nil {
		return plan{}, err
	}
	region, _ := findRegion(request.Region)
	size := sizes[request.ClusterSize]
	if request.NetworkCIDR.Bits() > size.longestPrefix() {
		return plan{}, fmt.Errorf("the network %s is too small for a %s cluster", request.NetworkCIDR, request.ClusterSize)
	}
	layout, cut := layoutFor(request.NetworkCIDR)
	if !cut {
		return plan{}, fmt.Errorf("the network %s cannot be cut into subnets", request.NetworkCIDR)
	}
	return plan{
		request:            request,
		identity:           order.Identity,
		name:               environmentName(request, order.Identity),
		vault:              keyVaultName(request, order.Identity),
		storage:            storageAccountName(request, order.Identity),
		size:               size,
		layout:             layout,
		zones:              append([]string{}, region.Zones...),
		mode:               order.Mode,
		placement:          placementOf(order),
		logRetentionDays:   logRetentionDays(request.DataClassification),
		blobRecoveryDays:   blobRecoveryDays(request.DataClassification),
		keyRotationDays:    keyRotationDays(request.DataClassification),
		vaultRetentionDays: vaultRetentionDays(request.Environment),
	}, nil
}

// unknownParts returns an error for an order that names what is not known here.
func unknownParts(order provider.Order) error {
	_, region := findRegion(order.Request.Region)
	_, size := sizes[order.Request.ClusterSize]
	switch {
	case !environment.IsRequestID(order.Identity.RequestID):
		return errors.New("the order has no request ID")
	case !region:
		return fmt.Errorf("%q is not a region of %s", order.Request.Region, ID)
	case !size:
		return fmt.Errorf("%q is not a cluster size", order.Request.ClusterSize)
	default:
		return nil
	}
}

// logRetentionDays returns how long logs are kept: a year, and longer the more
// closed the data is. A workspace keeps them for 730 days at most.
func logRetentionDays(classification string) int {
	switch classification {
	case environment.Restricted:
		return 730
	case environment.Confidential:
		return 545
	default:
		return 365
	}
}

// blobRecoveryDays returns how long deleted flow logs can be brought back.
func blobRecoveryDays(classification string) int {
	if classification == environment.Restricted {
		return 90
	}
	return 30
}

// keyRotationDays returns how often the vault renews a key: yearly, and for
// restricted data every quarter.
func keyRotationDays(classification string) int {
	if classification == environment.Restricted {
		return 90
	}
	return 365
}

// vaultRetentionDays returns how long a deleted vault can be brought back: the
// most that the provider allows for production, the least elsewhere.
func vaultRetentionDays(stage string) int {
	if stage == environment.Production {
		return 90
	}
	return 7
}

// storageReplication returns how flow logs are copied: across zones where the
// region has them.
func (p plan) storageReplication() string {
	if len(p.zones) > 0 {
		return "ZRS"
	}
	return "LRS"
}

// spread says in which zones machines stand.
func (p plan) spread() string {
	if len(p.zones) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d zones", len(p.zones))
}

func (p plan) production() bool { return p.request.Environment == environment.Production }
