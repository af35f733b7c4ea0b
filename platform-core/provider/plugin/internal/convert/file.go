package convert

import (
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

// FilesToMessage returns files as messages.
func FilesToMessage(files []provider.File) []*providerv1.File {
	return each(files, func(f provider.File) *providerv1.File {
		return &providerv1.File{Name: f.Name, Content: f.Content}
	})
}

// FilesFromMessage returns the files that list carries.
func FilesFromMessage(list []*providerv1.File) []provider.File {
	return each(list, func(m *providerv1.File) provider.File {
		return provider.File{Name: m.GetName(), Content: m.GetContent()}
	})
}
