package shell

import "platform.internal/portal/internal/api"

// Welcome is the empty state of every page before setup.
type Welcome struct {
	// Page is the name of the page that was asked for.
	Page string
	// Setup is the address of the Setup page; empty where there is none.
	Setup string
	Steps []Command
	Again string
}

const setupPath = "/setup"

var welcomePage = Parse[Welcome](`{{define "content"}}{{template "welcome" .}}{{end}}`)

// welcome returns the handler that stands in for a page before setup.
func welcome(page string) Handler {
	return func(v *Visit) (Answer, error) {
		return welcomePage.Answer(page, Welcome{
			Page: page, Setup: v.Link(setupPath), Steps: setupCommands(v.API), Again: returnPath(v.Request),
		}), nil
	}
}

func setupCommands(client *api.Client) []Command {
	return []Command{
		{
			Step: "Write an installation profile. Nothing is sent yet.",
			Name: "the profile command",
			Text: "platform setup init \\\n  --provider provider_a \\\n  --mode simulation \\\n  --output profile.json",
		},
		{
			Step: "Lock it in. It stays locked until the service restarts.",
			Name: "the setup command",
			Text: "curl -sS " + client.Address() + "/v1/platform/installations \\\n" +
				"  -H 'Content-Type: application/json' \\\n  --data-binary @profile.json",
		},
	}
}
