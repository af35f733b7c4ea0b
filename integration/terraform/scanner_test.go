package terraform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// scanner is tfsec.
type scanner struct{ executable string }

// finding is what the scanner says of one resource.
type finding struct {
	Rule     string `json:"long_id"`
	Severity string `json:"severity"`
	Resource string `json:"resource"`
}

// scan returns what the scanner finds in a root with its inputs.
func (s scanner) scan(t *testing.T, root, inputs []byte) []finding {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "main.tf"), root)
	write(t, filepath.Join(folder, "terraform.tfvars.json"), inputs)
	cmd := exec.CommandContext(t.Context(), s.executable, folder, "--tfvars-file", filepath.Join(folder, "terraform.tfvars.json"),
		"--format", "json", "--no-colour", "--soft-fail", "--no-module-downloads")
	var failed *exec.ExitError
	out, err := cmd.Output()
	if errors.As(err, &failed) {
		require.NoError(t, err, string(failed.Stderr))
	}
	require.NoError(t, err)
	var report struct {
		Results []finding `json:"results"`
	}
	require.NoError(t, json.Unmarshal(out, &report), string(out))
	return report.Results
}

// withWorkflow returns an input's values with those of the protected workflow.
func (c cloud) withWorkflow(t *testing.T, inputs []byte, more ...map[string]any) []byte {
	t.Helper()
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(inputs, &values))
	for _, extra := range append([]map[string]any{c.workflow}, more...) {
		for name, value := range extra {
			values[name] = value
		}
	}
	return encoded(t, values)
}

// TestTheScannerFindsNothing scans both roots with the inputs of the smallest
// and the largest environments, and with the parts that only the workflow
// switches on.
func TestTheScannerFindsNothing(t *testing.T) {
	s := scanner{tool(t, "tfsec")}
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			scans := 0
			for name, in := range c.inputs(t) {
				if in.Mode == profile.Simulation || in.Request.ClusterSize == request.Medium && !testing.Short() {
					continue
				}
				root, inputs := c.files(t, in)
				assert.Empty(t, s.scan(t, root, c.withWorkflow(t, inputs, c.branches)), name)
				scans++
			}
			t.Logf("%d scans, no finding of any severity", scans)
		})
	}
}

// excused are the findings that stay where the workflow gives nothing beyond
// what it must, and why.
var excused = map[string]string{
	"azure-keyvault-ensure-key-expiry": "a key that has ended locks its data up, and a proposal knows no date that is safe; " +
		"the vault renews each key, and the workflow may set key_expires_at",
}

// TestExcusedFindingsAreTheOnlyOnes scans provider_b without key_expires_at.
// The scanner cannot read an argument that is null, so it is taken out.
func TestExcusedFindingsAreTheOnlyOnes(t *testing.T) {
	s, c := scanner{tool(t, "tfsec")}, clouds[1]
	root, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
	line := []byte("  expiration_date = var.key_expires_at\n")
	require.Equal(t, 1, bytes.Count(root, line))
	found := s.scan(t, bytes.ReplaceAll(root, line, nil), c.withWorkflow(t, inputs))
	assert.Len(t, found, 3, "one for each key")
	for _, f := range found {
		assert.NotEmpty(t, excused[f.Rule], "%s on %s", f.Rule, f.Resource)
		assert.Equal(t, "MEDIUM", f.Severity)
	}
}

// TestTheScannerFindsWhatIsWrong spoils a root at a time: a scanner that read
// nothing would find nothing either.
func TestTheScannerFindsWhatIsWrong(t *testing.T) {
	s := scanner{tool(t, "tfsec")}
	spoilt := []struct {
		cloud          cloud
		good, bad, old string
	}{
		{clouds[0], "endpoint_public_access  = false", "endpoint_public_access  = true", "aws-eks-no-public-cluster-access"},
		{clouds[0], "enable_key_rotation     = true", "enable_key_rotation     = false", "aws-kms-auto-rotate-keys"},
		{clouds[0], `http_tokens                 = "required"`, `http_tokens                 = "optional"`, "aws-ec2-enforce-launch-config-http-token-imds"},
		{clouds[1], `    default_action = "Deny"
    bypass         = ["AzureServices"]`, `    default_action = "Allow"
    bypass         = ["AzureServices"]`, "azure-storage-default-action-deny"},
		{clouds[1], "purge_protection_enabled      = true", "purge_protection_enabled      = false", "azure-keyvault-no-purge"},
		{clouds[1], `destination_port_ranges    = ["443", "4443"]
    source_address_prefix      = var.node_subnet_cidr`, `destination_port_ranges    = ["443", "4443"]
    source_address_prefix      = "*"`, "azure-network-no-public-ingress"},
	}
	for _, c := range spoilt {
		root, inputs := c.cloud.files(t, c.cloud.input(t, profile.Enterprise, c.cloud.request(t)))
		require.Equal(t, 1, strings.Count(string(root), c.good), c.good)
		found := s.scan(t, []byte(strings.Replace(string(root), c.good, c.bad, 1)), c.cloud.withWorkflow(t, inputs, c.cloud.branches))
		var rules []string
		for _, f := range found {
			rules = append(rules, f.Rule)
		}
		assert.Contains(t, rules, c.old, c.bad)
	}
}
