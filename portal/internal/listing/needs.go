package listing

// The API's reasons to look at a request.
const (
	Correction = "correction"
	Renewal    = "renewal"
	Budget     = "budget"
)

// NeedNames returns the reasons, the most urgent first.
func NeedNames() []string { return []string{Correction, Renewal, Budget} }

// Needs returns the name of each reason.
func Needs() map[string]string {
	return map[string]string{
		Correction: "Denied, to correct",
		Renewal:    "Expires within 14 days",
		Budget:     "Budget 90 % used",
	}
}
