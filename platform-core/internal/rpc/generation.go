package rpc

import "platform.internal/platform-core/adapter"

func generationFields(x *exchange, d *adapter.Generation) {
	each(x, "files", 1, &d.Files, fileFields)
	each(x, "placement", 2, &d.Placement, placementFields)
	each(x, "rationale", 3, &d.Rationale, reasonFields)
	each(x, "replacements", 4, &d.Replacements, replacementFields)
	each(x, "needs", 5, &d.Needs, needFields)
}

func fileFields(x *exchange, d *adapter.File) {
	text(x, 1, &d.Name)
	content(x, 2, &d.Content)
}

func placementFields(x *exchange, d *adapter.PlacementPart) {
	text(x, 1, &d.Name, &d.Boundary, &d.ID, &d.Holds)
}

func reasonFields(x *exchange, d *adapter.Reason) {
	text(x, 1, &d.Field, &d.Text)
}

func replacementFields(x *exchange, d *adapter.Replacement) {
	text(x, 1, &d.Type)
	texts(x, 2, &d.Properties)
}

func needFields(x *exchange, d *adapter.Need) {
	text(x, 1, &d.Kind)
	text(x, 2, &d.Name, &d.Text)
}
