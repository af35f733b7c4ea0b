package shell

// Icon is the name of an icon in icons.html.
type Icon string

// The icons in icons.html.
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

// Badge shows a state as an icon, a word and a colour.
type Badge struct {
	Kind string
	Word string
	Icon Icon
}

// Badges that several pages use.
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

// Accepted returns the [Badge] of an accepted request with this number of exceptions from rules.
func Accepted(exceptions int) Badge {
	badge := acceptedBadge
	if with := WithExceptions(exceptions); with != "" {
		badge.Word += " " + with
	}
	return badge
}

// WithExceptions returns the text that follows the word "accepted", or an empty text if n is 0.
func WithExceptions(n int) string {
	if n == 0 {
		return ""
	}
	return "with " + Count(n, "exception")
}

// Command is a step for a reader to run in a terminal.
type Command struct {
	// Step says what the command does.
	Step string
	// Name names the copied text for the copy button, such as "the request".
	Name string
	Text string
}
