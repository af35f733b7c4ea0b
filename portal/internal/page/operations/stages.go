package operations

import (
	"slices"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// Stage is one step in the life of a proposal.
type Stage struct {
	Name  string
	State shell.Badge
	// Note says who performs the stage, or would perform it.
	Note string
	// Current means that proposals are in this stage.
	Current bool
}

var guarded = shell.Badge{Kind: "calm", Word: "Guarded, not executed", Icon: shell.IconLock}

// newStages returns the two stages of this service and the guarded stages of the listed proposals.
func newStages(listed []api.Listed) []Stage {
	stages := []Stage{
		{Name: "Proposal", State: shell.Badge{Kind: "good", Word: "Created here", Icon: shell.IconCheck}, Note: "Made by this service, from an accepted request"},
		{Name: "Ready for review", State: shell.Badge{Kind: "good", Word: "Proposals are here", Icon: shell.IconCheck}, Note: "This service stops here", Current: true},
	}
	for _, s := range following(listed) {
		stages = append(stages, Stage{Name: stageName(s.Stage), State: stateOf(s.Status), Note: "Would be done by " + s.PerformedBy})
	}
	return stages
}

func following(listed []api.Listed) []core.Stage {
	i := slices.IndexFunc(listed, func(p api.Listed) bool { return !p.Unreadable })
	if i < 0 {
		return core.GuardedStages()
	}
	return listed[i].GuardedStages
}

// stateOf returns the badge of a stage. An unknown status is shown unchanged, because the stage may
// have been executed.
func stateOf(status string) shell.Badge {
	if status == core.NotExecuted {
		return guarded
	}
	return shell.UnknownBadge(status)
}

func stageName(stage string) string {
	switch stage {
	case "review":
		return "Review"
	case "merge":
		return "Merge"
	case "plan":
		return "Protected plan"
	case "apply":
		return "Protected apply"
	}
	return stage
}
