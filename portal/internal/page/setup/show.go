package setup

import (
	"fmt"
	"net/http"
	"strings"

	"platform.internal/platform-core/installation"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// show shows the form, or what is locked. The address may carry choices.
func show(v *shell.Visit) (shell.Answer, error) {
	switch {
	case v.Installation.Fault != nil:
		return shell.Answer{}, v.Installation.Fault
	case v.Installation.Set:
		return locked(v.Installation, false), nil
	}
	p, err := newPage(v, read(v.URL.Query()), form.Feedback{})
	if err != nil {
		return shell.Answer{}, err
	}
	return template.Answer("Setup", p), nil
}

func locked(in shell.Installation, late bool) shell.Answer {
	answer := lockedTemplate.Answer("Setup: "+in.Provider+" is locked", Locked{in, shell.LockedBadge, late})
	if late {
		return answer.WithStatus(http.StatusConflict)
	}
	return answer
}

func newPage(v *shell.Visit, chosen choice, said form.Feedback) (Page, error) {
	providers, err := v.API.Providers(v.Context())
	if err != nil {
		return Page{}, err
	}
	modes, err := v.API.Modes(v.Context())
	if err != nil {
		return Page{}, err
	}
	region := form.Field{
		Name: "region", Label: "Region", Kind: form.Line,
		Hint: "Leave it empty for the default: " + defaults(providers) + ". Several: write commas between them; the first prefills the form of requests",
	}
	return Page{
		Faults:    said.Summary,
		Providers: Cards{Name: "provider", Legend: "Provider", Faults: said.Faults["provider"], List: providerCards(providers, chosen)},
		Modes:     Cards{Name: "mode", Legend: "Mode", Faults: said.Faults["mode"], List: modeCards(modes, chosen)},
		Region:    form.NewInput(region, chosen.region, said),
	}, nil
}

// defaults names the default region of each provider.
func defaults(providers []api.Provider) string {
	var list []string
	for _, p := range providers {
		if p.Available {
			list = append(list, fmt.Sprintf("%s (%s)", p.DefaultRegion, p.DisplayName))
		}
	}
	return strings.Join(list, ", ")
}

func providerCards(providers []api.Provider, chosen choice) []Card {
	list := make([]Card, len(providers))
	for i, p := range providers {
		list[i] = Card{
			ID: cardID("provider", p.ID, i), Value: p.ID, Title: p.DisplayName, Code: true, Chosen: p.ID == chosen.provider,
			Text: fmt.Sprintf("%s regions, default %s", amount.Grouped(len(p.Regions)), p.DefaultRegion),
		}
		if !p.Available {
			list[i].Title, list[i].Absent = p.ID, "Its adapter does not run."
			if p.Problem != nil {
				list[i].Absent = p.Problem.Detail
			}
		}
	}
	return list
}

// modeCards returns the modes with the default one chosen, unless another is.
func modeCards(modes []installation.ModeDescription, chosen choice) []Card {
	list := make([]Card, len(modes))
	for i, m := range modes {
		list[i] = Card{
			ID: cardID("mode", string(m.Mode), i), Value: string(m.Mode), Title: m.DisplayName, Text: m.Description,
			Chosen: string(m.Mode) == chosen.mode || chosen.mode == "" && m.Default,
		}
	}
	return list
}

// cardID is the ID of a radio button. The first has the name of the group, so
// that a summary's link leads to it.
func cardID(group, value string, at int) string {
	if at == 0 {
		return group
	}
	return group + "-" + value
}
