package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
)

// GenerationToMessage returns g as a message.
func GenerationToMessage(g adapter.Generation) *providerv1.GenerateResponse {
	return &providerv1.GenerateResponse{
		Files: each(g.Files, func(f adapter.File) *providerv1.File {
			return &providerv1.File{Name: f.Name, Content: f.Content}
		}),
		Placement: each(g.Placement, func(p adapter.PlacementPart) *providerv1.PlacementPart {
			return &providerv1.PlacementPart{Name: p.Name, Boundary: p.Boundary, Id: p.ID, Holds: p.Holds}
		}),
		Rationale: each(g.Rationale, func(r adapter.Reason) *providerv1.Reason {
			return &providerv1.Reason{Field: r.Field, Text: r.Text}
		}),
	}
}

// GenerationFromMessage returns the generation that m carries.
func GenerationFromMessage(m *providerv1.GenerateResponse) adapter.Generation {
	return adapter.Generation{
		Files: each(m.GetFiles(), func(f *providerv1.File) adapter.File {
			return adapter.File{Name: f.GetName(), Content: f.GetContent()}
		}),
		Placement: each(m.GetPlacement(), func(p *providerv1.PlacementPart) adapter.PlacementPart {
			return adapter.PlacementPart{Name: p.GetName(), Boundary: p.GetBoundary(), ID: p.GetId(), Holds: p.GetHolds()}
		}),
		Rationale: each(m.GetRationale(), func(r *providerv1.Reason) adapter.Reason {
			return adapter.Reason{Field: r.GetField(), Text: r.GetText()}
		}),
	}
}
