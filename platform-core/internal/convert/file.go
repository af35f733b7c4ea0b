package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
)

// FilesToMessage returns files as messages.
func FilesToMessage(files []adapter.File) []*providerv1.File {
	return each(files, func(f adapter.File) *providerv1.File {
		return &providerv1.File{Name: f.Name, Content: f.Content}
	})
}

// FilesFromMessage returns the files that list carries.
func FilesFromMessage(list []*providerv1.File) []adapter.File {
	return each(list, func(m *providerv1.File) adapter.File {
		return adapter.File{Name: m.GetName(), Content: m.GetContent()}
	})
}
