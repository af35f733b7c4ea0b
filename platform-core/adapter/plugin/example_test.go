package plugin_test

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
)

// This is the whole main function of an adapter.
func ExampleServe() {
	plugin.Serve(adapter.New(adapter.Definition{ID: "provider_c", DisplayName: "Provider C", Version: "1.0.0"}))
}
