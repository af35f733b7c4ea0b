package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

// DescriptionToMessage returns d as a message.
func DescriptionToMessage(d adapter.Description) *providerv1.Description {
	return &providerv1.Description{
		Id:            d.ID,
		DisplayName:   d.DisplayName,
		DefaultRegion: d.DefaultRegion,
		Regions:       each(d.Regions, regionToMessage),
		Boundaries:    each(d.Boundaries, boundaryKindToMessage),
		Version:       d.Version,
		Capabilities:  d.Capabilities,
		Rules:         each(d.Rules, ruleToMessage),
		EstimateReads: d.EstimateReads,
	}
}

// DescriptionFromMessage returns the description that m carries; nil carries
// the zero one.
func DescriptionFromMessage(m *providerv1.Description) adapter.Description {
	return adapter.Description{
		Provider: profile.Provider{
			ID:            m.GetId(),
			DisplayName:   m.GetDisplayName(),
			DefaultRegion: m.GetDefaultRegion(),
			Regions:       each(m.GetRegions(), regionFromMessage),
			Boundaries:    each(m.GetBoundaries(), boundaryKindFromMessage),
		},
		Version:       m.GetVersion(),
		Capabilities:  same(m.GetCapabilities()),
		Rules:         each(m.GetRules(), ruleFromMessage),
		EstimateReads: same(m.GetEstimateReads()),
	}
}

func regionToMessage(r profile.Region) *providerv1.Region {
	return &providerv1.Region{Name: r.Name, DisplayName: r.DisplayName, Zones: r.Zones}
}

func regionFromMessage(m *providerv1.Region) profile.Region {
	return profile.Region{Name: m.GetName(), DisplayName: m.GetDisplayName(), Zones: same(m.GetZones())}
}

func boundaryKindToMessage(b profile.Boundary) *providerv1.BoundaryKind {
	return &providerv1.BoundaryKind{
		Name:        b.Name,
		DisplayName: b.DisplayName,
		Mode:        string(b.Mode),
		Pattern:     b.Pattern,
		Form:        b.Form,
		Placeholder: b.Placeholder,
		FoldCase:    b.FoldCase,
		Separate:    b.Separate,
	}
}

func boundaryKindFromMessage(m *providerv1.BoundaryKind) profile.Boundary {
	return profile.Boundary{
		Name:        m.GetName(),
		DisplayName: m.GetDisplayName(),
		Mode:        profile.Mode(m.GetMode()),
		Pattern:     m.GetPattern(),
		Form:        m.GetForm(),
		Placeholder: m.GetPlaceholder(),
		FoldCase:    m.GetFoldCase(),
		Separate:    m.GetSeparate(),
	}
}

func ruleToMessage(r adapter.Rule) *providerv1.Rule {
	return &providerv1.Rule{Id: r.ID, Title: r.Title, Field: r.Field, Level: string(r.Level), Expected: r.Expected, Reads: r.Reads}
}

func ruleFromMessage(m *providerv1.Rule) adapter.Rule {
	return adapter.Rule{
		ID:       m.GetId(),
		Title:    m.GetTitle(),
		Field:    m.GetField(),
		Level:    profile.Level(m.GetLevel()),
		Expected: m.GetExpected(),
		Reads:    same(m.GetReads()),
	}
}
