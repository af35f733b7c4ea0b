package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

var limit = adapter.NameLimit{Length: 40, Digits: 10}

// called returns an input of an application in a stage.
func called(application, stage string) adapter.Input {
	in := input()
	in.Request.Application, in.Request.Environment = application, stage
	in.EnvironmentID = "env-0123456789abcdef0123"
	return in
}

func TestNames(t *testing.T) {
	for _, tt := range []struct{ application, stage, want string }{
		{"checkout", request.Development, "checkout-dev-0123456789"},
		{"checkout", request.Test, "checkout-test-0123456789"},
		{"a-rather-long-application-name", request.Production, "a-rather-long-applicatio-prod-0123456789"},
		{"a-rather-long-application-name", request.Development, "a-rather-long-application-dev-0123456789"},
		{"a-----------------------------9z", request.Test, "a-test-0123456789"},
	} {
		name := limit.Name(called(tt.application, tt.stage))
		assert.Equal(t, tt.want, name)
		assert.LessOrEqual(t, len(name), limit.Length)
	}
	assert.Equal(t, "checkout-test-", limit.Name(adapter.Input{Request: input().Request}), "no ID has no digits")
}

func TestCompactNames(t *testing.T) {
	for application, want := range map[string]string{
		"checkout": "checkout0123456789ab", "my-shop": "myshop0123456789ab", "a-long-application": "alongappl0123456789ab",
	} {
		assert.Equal(t, want, adapter.CompactName(called(application, request.Test), 21, 12))
	}
}

func TestNameRules(t *testing.T) {
	own := adapter.Fact[adapter.Namespaces]{Value: adapter.Namespaces{Names: []string{"azuredefender"}, Prefixes: []string{"aks-"}}}
	length, namespace := limit.LengthRule("provider_t"), adapter.NamespaceRule("provider_t", own)
	assert.Equal(t, "provider_t.application.namespace", namespace.ID)
	assert.Equal(t, "at most 24 characters, 25 for development", length.Expected)
	for _, tt := range []struct {
		rule               adapter.NativeRule
		application, stage string
		message, suggested string
	}{
		{rule: namespace, application: "checkout"},
		{rule: namespace, application: "my-default"},
		{namespace, "default", "", "The application runs in a namespace of its own name, and default is kept for what runs the cluster.", "app-default"},
		{namespace, "kube-system", "", "The application runs in a namespace of its own name, and kube-system is kept for what runs the cluster.", "app-kube-system"},
		{rule: namespace, application: "azuredefender-shop"},
		{namespace, "azuredefender", "", "The application runs in a namespace of its own name, and azuredefender is kept for what runs the cluster.", "app-azuredefender"},
		{namespace, "istio-system", "", "The application runs in a namespace of its own name, and istio-system is kept for what runs the cluster.", "app-istio-system"},
		{namespace, "argocd", "", "The application runs in a namespace of its own name, and argocd is kept for what runs the cluster.", "app-argocd"},
		{namespace, "aks-a23456789012345678901234567-z", "",
			"The application runs in a namespace of its own name, and aks-a23456789012345678901234567-z is kept for what runs the cluster.",
			"app-aks-a23456789012345678901234"},
		{rule: length, application: "a-rather-long-application", stage: request.Development},
		{length, "a-rather-long-application", request.Production,
			"Names of resources show only the first 24 characters of a-rather-long-application; digits of the environment's ID keep them apart.",
			"a-rather-long-applicatio"},
		{length, "a-----------------------------9z", request.Production,
			"Names of resources show only the first 24 characters of a-----------------------------9z; digits of the environment's ID keep them apart.", ""},
	} {
		checkFinding(t, tt.rule, called(tt.application, tt.stage).Request, tt.message, tt.suggested)
	}
}

// checkFinding checks what a rule finds: nothing where there is no message.
func checkFinding(t *testing.T, rule adapter.NativeRule, req request.Request, message, suggested string) {
	t.Helper()
	v, broken := rule.Find(adapter.Input{Request: req})
	assert.Equal(t, message != "", broken, "%s of %+v", rule.ID, req)
	assert.Equal(t, message, v.Message)
	assert.Equal(t, suggested, v.Suggestion.Text)
	if broken {
		assert.Equal(t, rule.ID, v.PolicyID)
		assert.Equal(t, request.SourceProvider, v.Source)
		assert.Equal(t, req.Value(rule.Field), v.Actual)
		assert.NotEmpty(t, v.Remediation)
	}
}

func TestANameIsCutBetweenCharacters(t *testing.T) {
	for length, want := range []string{"", "a", "a", "aü", "aü", "aü", "aü", "aü-東"} {
		assert.Equal(t, want, adapter.CutName("aü-東-x", length), "%d bytes", length)
	}
}
