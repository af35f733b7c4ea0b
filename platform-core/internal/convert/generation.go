package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
)

func generationFields(x *exchange, d *adapter.Generation, m *providerv1.GenerateResponse) {
	each(x, "files", &d.Files, &m.Files, fileFields)
	each(x, "placement", &d.Placement, &m.Placement, placementFields)
	each(x, "rationale", &d.Rationale, &m.Rationale, reasonFields)
}

func fileFields(x *exchange, d *adapter.File, m *providerv1.File) {
	text(x, &d.Name, &m.Name)
	same(x, &d.Content, &m.Content)
}

func placementFields(x *exchange, d *adapter.PlacementPart, m *providerv1.PlacementPart) {
	text(x, &d.Name, &m.Name)
	text(x, &d.Boundary, &m.Boundary)
	text(x, &d.ID, &m.Id)
	text(x, &d.Holds, &m.Holds)
}

func reasonFields(x *exchange, d *adapter.Reason, m *providerv1.Reason) {
	text(x, &d.Field, &m.Field)
	text(x, &d.Text, &m.Text)
}
