package providerb

import (
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is everything that an input decides.
type plan struct {
	in adapter.Input
	// name is part of every name; vault and storage are whole names.
	name, vault, storage string
	region               regionEntry
	size                 size
	layout               layout
	// subscription is the environment's own.
	subscription string
	// tenant is that of trusted identities, centralSubscription that of the central
	// log workspace; empty in a sandbox.
	tenant, centralSubscription string
}

// names fit the tightest name that is made of one, the cluster's DNS prefix: 54
// characters with "aks-" before it. 40 is what main.tf accepts.
var names = adapter.NameLimit{Length: 40, Digits: 10}

// Vaults and storage accounts share their names with the whole world and have 24
// characters, three of them a prefix. Forty-eight bits of the request ID make
// them unique.
const (
	maxWorldName = 21
	worldDigits  = 12
)

// planFor returns the plan of an input, or an error that says why the request
// cannot be sized.
func planFor(in adapter.Input) (adapter.Plan, error) {
	if err := unknownParts(in.Request); err != nil {
		return nil, err
	}
	p := plan{in: in, name: names.Name(in)}
	p.region, _ = regions.Find(in.Request.Region)
	p.size, _ = sizeFor(in.Request.ClusterSize, in.Request.Environment)
	if in.Request.NetworkCIDR.Bits() > p.size.longestPrefix() {
		return nil, fmt.Errorf("the network %s is too small for a %s cluster", in.Request.NetworkCIDR, in.Request.ClusterSize)
	}
	var fits bool
	if p.layout, fits = layoutFor(in.Request.NetworkCIDR); !fits {
		return nil, fmt.Errorf("the network %s cannot be cut into subnets", in.Request.NetworkCIDR)
	}
	worldName := adapter.CompactName(in, maxWorldName, worldDigits)
	p.vault, p.storage = "kv-"+worldName, "st"+worldName
	if in.Mode == profile.Sandbox {
		p.subscription = in.Boundary("sandbox")
		return p, nil
	}
	p.subscription = in.Boundary(in.Request.Environment)
	p.tenant, p.centralSubscription = in.Boundary("tenant"), in.Boundary("management")
	return p, nil
}

// unknownParts returns an error for a request that names what is not known here.
func unknownParts(req request.Request) error {
	_, region := regions.Find(req.Region)
	_, size := sizing.Sizes[req.ClusterSize]
	_, stage := terms.VaultRecoveryDays.Value[req.Environment]
	_, class := terms.LogDays.Value[req.DataClassification]
	if !region || !size || !stage || !class {
		return errors.New("the region, the cluster size, the environment or the data classification is not known here")
	}
	return nil
}

func (p plan) production() bool { return p.in.Request.Environment == request.Production }

func (p plan) logDays() int { return terms.LogDays.Value[p.in.Request.DataClassification] }

func (p plan) flowLogDays() int { return min(p.logDays(), terms.MaxFlowLogDays.Value) }

func (p plan) blobRecoveryDays() int {
	return terms.BlobRecoveryDays.Value[p.in.Request.DataClassification]
}

func (p plan) keyRotationDays() int {
	return terms.KeyRotationDays.Value[p.in.Request.DataClassification]
}

func (p plan) vaultDays() int { return terms.VaultRecoveryDays.Value[p.in.Request.Environment] }

// storageReplication returns how flow logs are copied: across zones where the
// region has them.
func (p plan) storageReplication() string {
	if p.region.hasZones() {
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
func (p plan) natSKU() string {
	if p.production() && p.region.hasZonalWayOut() {
		return zonalWayOut
	}
	return plainWayOut
}

// spread returns in which zones machines are.
func (p plan) spread() string {
	if !p.region.hasZones() {
		return "none"
	}
	return fmt.Sprintf("%d zones", len(p.region.Zones))
}

// wayOutSpread returns in which zones the way out is.
func (p plan) wayOutSpread() string {
	if p.region.hasZones() && p.natSKU() == plainWayOut {
		return "1 zone"
	}
	return p.spread()
}
