package providera

import (
	"errors"
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is everything that an order decides. The inventory, the estimate and the
// Terraform inputs are three writings of one plan, so they cannot disagree on it.
type plan struct {
	request   request.Request
	identity  request.Identity
	name      string
	region    regionEntry
	size      size
	layout    layout
	mode      profile.Mode
	placement map[string]part
	// keys are the duties of each customer-managed key, by the key's name.
	keys             map[string][]string
	logRetentionDays int
	keyRotationDays  int
	keyDeletionDays  int
}

// planFor returns the plan of an order, or an error that says why the request
// cannot be sized.
func planFor(order adapter.Input) (plan, error) {
	request := order.Request
	if err := unknownParts(order); err != nil {
		return plan{}, err
	}
	region, _ := findRegion(request.Region)
	size := sizes[request.ClusterSize]
	if request.NetworkCIDR.Bits() > size.longestPrefix() {
		return plan{}, fmt.Errorf("the network %s is too small for a %s cluster", request.NetworkCIDR, request.ClusterSize)
	}
	zones := region.clusterZones()
	layout, cut := layoutFor(request.NetworkCIDR, zones, natGateways(request.Environment, zones))
	if !cut {
		return plan{}, fmt.Errorf("the network %s cannot be cut into subnets", request.NetworkCIDR)
	}
	return plan{
		request:          request,
		identity:         order.Identity,
		name:             environmentName(request, order.Identity),
		region:           region,
		size:             size,
		layout:           layout,
		mode:             order.Mode,
		placement:        placementOf(order),
		keys:             keysFor(request.DataClassification),
		logRetentionDays: terms.Logs.Days[request.DataClassification],
		keyRotationDays:  terms.Keys.RotationDays[request.DataClassification],
		keyDeletionDays:  terms.Keys.RecoveryDays[request.Environment],
	}, nil
}

// unknownParts returns an error for an order that names what is not known here.
func unknownParts(order adapter.Input) error {
	_, region := findRegion(order.Request.Region)
	_, size := sizes[order.Request.ClusterSize]
	switch {
	case !request.IsRequestID(order.Identity.RequestID):
		return errors.New("the order has no request ID")
	case !region:
		return fmt.Errorf("%q is not a region of %s", order.Request.Region, ID)
	case !size:
		return fmt.Errorf("%q is not a cluster size", order.Request.ClusterSize)
	default:
		return nil
	}
}

// natGateways returns one per zone for production, so that a lost zone takes no
// other zone's way out with it; one is enough elsewhere.
func natGateways(stage string, zones int) int {
	if stage == request.Production {
		return zones
	}
	return 1
}

// duties are what customer-managed keys encrypt, sorted.
var duties = []string{"logs", "secrets", "volumes"}

// sharedKey is the name of the key that has all duties.
const sharedKey = "environment"

// keysFor returns the keys and their duties. Everything is encrypted with a
// customer-managed key in every class; restricted data has one for each duty,
// so that whoever may read by one key can read nothing by another.
func keysFor(classification string) map[string][]string {
	if classification != request.Restricted {
		return map[string][]string{sharedKey: duties}
	}
	keys := map[string][]string{}
	for _, duty := range duties {
		keys[duty] = []string{duty}
	}
	return keys
}

// keyAddress returns the address of the key that has a duty.
func (p plan) keyAddress(duty string) string {
	for name, held := range p.keys {
		if slices.Contains(held, duty) {
			return keyed("aws_kms_key.this", name)
		}
	}
	return ""
}

func (p plan) production() bool { return p.request.Environment == request.Production }
