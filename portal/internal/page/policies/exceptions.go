package policies

import (
	"fmt"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Exceptions are the exceptions of the installation profile, in its order.
type Exceptions struct {
	// Summary counts the exceptions and the ended ones.
	Summary string
	Rows    []Exception
}

// Exception is one exception from a rule.
type Exception struct {
	PolicyID, Title          string
	Application, Environment string
	Owner, Reason            string
	// Until is the last day of the exception.
	Until form.Text
	State shell.Badge
}

// The states of an exception.
var (
	holds = shell.Badge{Kind: "good", Word: "Holds", Icon: shell.IconCheck}
	ended = shell.Badge{Kind: "warn", Word: "Ended", Icon: shell.IconWarning}
)

func newExceptions(policies wire.Policies) Exceptions {
	list := policies.Exceptions
	if len(list) == 0 {
		return Exceptions{}
	}
	e := Exceptions{Rows: make([]Exception, len(list))}
	over := 0
	for i, x := range list {
		state := holds
		if x.Ended {
			state = ended
			over++
		}
		e.Rows[i] = Exception{
			PolicyID: x.Policy, Title: titleOf(policies.Items, x.Policy), Application: x.Application, Environment: x.Environment,
			Owner: x.Owner, Reason: x.Reason, Until: form.Text(x.Until), State: state,
		}
	}
	e.Summary = shell.Count(len(list), "exception")
	if over > 0 {
		e.Summary = fmt.Sprintf("%d of %s ended", over, e.Summary)
	}
	return e
}

// titleOf returns the title of the rule with the ID, or an empty text if there is none.
func titleOf(rules []profile.SourcedRule, id string) string {
	for _, r := range rules {
		if r.ID == id {
			return r.Title
		}
	}
	return ""
}
