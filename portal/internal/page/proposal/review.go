package proposal

import (
	html "html/template"
	"slices"
	"strings"
)

// reviewSection is a section of the review.
type reviewSection struct {
	Title string
	Body  html.HTML
	// Folded means that the section is long, so the page shows it when it is opened.
	Folded bool
}

// tabOf returns the tab of the page that shows a section of the review. The page shows the reason and
// the facts of a section with the tab [told] itself.
func tabOf(title string) string {
	switch title {
	case "What is proposed", "Accepted with exceptions":
		return told
	case "What will not happen":
		return "summary"
	case "Where each part goes":
		return "picture"
	case checklist:
		return checklist
	case "How to plan, change and remove it", needs:
		return "runbook"
	}
	return "policy"
}

// told is the tab of sections that the page does not show. The other constants are titles of sections.
const (
	told      = ""
	verdict   = "Policy"
	checklist = "Checklist"
	needs     = "What the workflow must bring"
)

// settingsMark begins the settings of the profile, in a section that the page does not show.
const settingsMark = "The settings of the installation profile:\n\n"

// newSections returns the sections of a review by tab: the verdict first, then in the order of the review.
func newSections(review string) (map[string][]reviewSection, error) {
	tabs := map[string][]reviewSection{}
	for _, text := range strings.Split(review, "\n\n## ")[1:] {
		title, body, _ := strings.Cut(text, "\n")
		tab := tabOf(title)
		if _, settings, ok := strings.Cut(body, settingsMark); ok && tab == told {
			tab, title, body = tabOf(""), "Settings of the installation profile", settings
		}
		rendered, err := markdownHTML(body, title)
		if err != nil {
			return nil, err
		}
		at := len(tabs[tab])
		if title == verdict {
			at = 0
		}
		tabs[tab] = slices.Insert(tabs[tab], at, reviewSection{title, rendered, title == needs})
	}
	return tabs, nil
}
