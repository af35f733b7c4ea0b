package shell

import "platform.internal/portal/internal/amount"

// Icon is the name of an icon of icons.html.
type Icon string

// The icons.
const (
	IconSetup     Icon = "setup"
	IconDashboard Icon = "dashboard"
	IconNew       Icon = "new"
	IconRequests  Icon = "requests"
	IconCheck     Icon = "check"
	IconCross     Icon = "cross"
	IconLock      Icon = "lock"
	IconShield    Icon = "shield"
	IconStages    Icon = "stages"
	IconRules     Icon = "rules"
	IconWarning   Icon = "warning"
)

// Badge is a state in one word, told by icon, word and tint.
type Badge struct {
	Kind string
	Word string
	Icon Icon
}

// The badges.
var (
	acceptedBadge    = Badge{"good", "Accepted", IconCheck}
	DeniedBadge      = Badge{"bad", "Denied", IconCross}
	LockedBadge      = Badge{"calm", "Locked", IconLock}
	UnavailableBadge = Badge{"warn", "Unavailable", IconWarning}
	// NotUnderstoodBadge is for a decision that this release does not know.
	NotUnderstoodBadge = Badge{"warn", "Not understood", IconWarning}
	// UnreadableBadge is for an entry of a list that could not be read.
	UnreadableBadge = Badge{"warn", "Not readable", IconWarning}
)

// Accepted is the badge of an accepted request with so many exceptions from rules.
func Accepted(exceptions int) Badge {
	badge := acceptedBadge
	if with := WithExceptions(exceptions); with != "" {
		badge.Word += " " + with
	}
	return badge
}

// WithExceptions counts exceptions, as they follow the word "accepted"; empty where there
// are none.
func WithExceptions(n int) string {
	if n == 0 {
		return ""
	}
	return "with " + amount.Count(n, "exception")
}

// Command is a step that a reader takes in a terminal.
type Command struct {
	// Step says what the command does.
	Step string
	// Name is what the copy button says that it copies, such as "the request".
	Name string
	Text string
}
