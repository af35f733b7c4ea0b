package providerb

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
)

// nameLimits are what the provider allows, by resource type. Sources: azurerm
// v5.2.0-14-g69697b7f (its validate packages) and MicrosoftDocs/azure-docs
// resource-name-rules.md@0010dc26.
var nameLimits = testkit.NameLimits{
	"azurerm_disk_encryption_set":     {Longest: 80, Pattern: regexp.MustCompile(`^[^_\W][\w.-]{0,78}\w$`)},
	"azurerm_key_vault":               {Longest: 24, Pattern: regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]+[a-zA-Z0-9]$`), Reserved: "--", Unique: true},
	"azurerm_key_vault_key":           {Longest: 127, Pattern: regexp.MustCompile(`^[a-zA-Z0-9-]+$`)},
	"azurerm_kubernetes_cluster":      {Longest: 54, Pattern: regexp.MustCompile(`^aks-[-a-zA-Z0-9]{0,61}[a-zA-Z0-9]$`), Unique: true},
	"azurerm_log_analytics_workspace": {Longest: 63, Pattern: regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]+[A-Za-z0-9]$`)},
	"azurerm_network_security_group":  {Longest: 80, Pattern: regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`)},
	"azurerm_public_ip":               {Longest: 80, Pattern: regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`)},
	"azurerm_resource_group":          {Longest: 90, Pattern: regexp.MustCompile(`^[-\w._()]*[-\w_()]$`)},
	"azurerm_storage_account":         {Longest: 24, Pattern: regexp.MustCompile(`^[a-z0-9]{3,}$`), Unique: true},
	"azurerm_user_assigned_identity":  {Longest: 128, Pattern: regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{2,}$`)},
	"azurerm_virtual_network":         {Longest: 64, Pattern: regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9_]$`)},
}

// TestNamesOfTheWorldDifferBetweenSubscriptions: two organisations, or two modes of
// one, may have an environment of the same application, stage and region, and only
// one of them gets a name. Everything else is unique in its subscription.
func TestNamesOfTheWorldDifferBetweenSubscriptions(t *testing.T) {
	sandbox, enterprise := planOf(t, inputOf(profile.Sandbox)), planOf(t, inputOf(profile.Enterprise))
	assert.Equal(t, sandbox.name, enterprise.name)
	assert.NotEqual(t, sandbox.subscription, enterprise.subscription)
	assert.NotEqual(t, sandbox.vault, enterprise.vault)
	assert.NotEqual(t, sandbox.storage, enterprise.storage)
}

// TestALaterRequestKeepsEveryName changes what a later request for an environment
// may change, one field at a time.
func TestALaterRequestKeepsEveryName(t *testing.T) {
	first := planOf(t, inputOf(profile.Enterprise))
	for field, value := range laterFields {
		later := planOf(t, inputOf(profile.Enterprise, adaptertest.With(field, value)))
		assert.NotEqual(t, first.in.Identity.RequestID, later.in.Identity.RequestID, field)
		assert.Equal(t, []string{first.name, first.vault, first.storage}, []string{later.name, later.vault, later.storage}, field)
	}
}
