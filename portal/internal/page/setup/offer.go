package setup

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// offer contains the choices of the first step.
type offer struct {
	Providers, Modes []card
}

// newOffer reads the choices from the API.
func newOffer(v *shell.Visit) (offer, error) {
	providers, err := v.API.Providers(v.Context())
	if err != nil {
		return offer{}, err
	}
	modes, err := v.API.Modes(v.Context())
	if err != nil {
		return offer{}, err
	}
	return offer{providerCards(providers), modeCards(modes)}, nil
}

// page returns the form of the first step with the submitted values.
func (o offer) page(chosen choice, feedback form.Feedback, n *form.Notice) page {
	p := page{
		Faults: feedback.Summary, Notice: n, Offered: string(api.Encode(o)),
		Providers: cards{
			Name: providerName, Legend: "Provider", Faults: feedback.Faults[providerName],
			List: chosenOf(o.Providers, chosen.provider),
		},
		Modes: cards{Name: modeName, Legend: "Mode", Faults: feedback.Faults[modeName], List: o.Modes},
	}
	if chosen.mode != "" {
		p.Modes.List = chosenOf(o.Modes, chosen.mode)
	}
	for i, card := range p.Providers.List {
		if card.Regions != nil {
			p.Providers.List[i].Regions = card.Regions.with(card, chosen, feedback)
		}
	}
	return p
}

// chosenOf returns the cards; the card with the value is chosen.
func chosenOf(cards []card, value string) []card {
	list := slices.Clone(cards)
	for i := range list {
		list[i].Chosen = list[i].Value == value
	}
	return list
}

func providerCards(providers []wire.Provider) []card {
	list := make([]card, len(providers))
	for i, p := range providers {
		list[i] = card{
			ID: cardID(providerName, p.ID, i), Value: p.ID, Title: p.DisplayName, Code: true,
			Regions: newRegions(*p.Provider),
		}
		if p.Writes != "" {
			list[i].Text = "Writes " + p.Writes
		}
		if !p.Available {
			list[i].Title, list[i].Absent, list[i].Regions = p.ID, "Its adapter does not run.", nil
			if p.Problem != nil {
				list[i].Absent = p.Problem.Detail
			}
		}
	}
	return list
}

// modeCards returns the modes; the default mode is chosen.
func modeCards(modes []profile.ModeDescription) []card {
	list := make([]card, len(modes))
	for i, m := range modes {
		list[i] = card{
			ID: cardID(modeName, string(m.Mode), i), Value: string(m.Mode),
			Title: m.DisplayName, Text: m.Description, Chosen: m.Default,
		}
	}
	return list
}

// cardID returns the ID of a radio button. The first ID is the name of the group, so that links
// from a summary work.
func cardID(group, value string, at int) string {
	if at == 0 {
		return group
	}
	return group + "-" + value
}
