package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

func TestBoundariesOfAForm(t *testing.T) {
	form := adapter.BoundaryForm{Pattern: `[0-9]{3}`, Form: "3 digits", FoldCase: true, Placeholder: "00"}
	want := profile.Boundary{
		Name: "logs", DisplayName: "Log account", Mode: profile.Enterprise,
		Pattern: `[0-9]{3}`, Form: "3 digits", FoldCase: true, Placeholder: "001",
	}
	assert.Equal(t, want, form.Enterprise("logs", "Log account", "1"))
	want.Separate = true
	assert.Equal(t, want, form.Separate("logs", "Log account", "1"))
	want.Separate, want.Mode = false, profile.Sandbox
	assert.Equal(t, want, form.Sandbox("logs", "Log account", "1"))
}
