package listing

// The reasons of the API for which a person should look at a request.
const (
	Correction = "correction"
	Renewal    = "renewal"
	Budget     = "budget"
)

// NeedNames returns the reasons, the most urgent first.
func NeedNames() []string { return []string{Correction, Renewal, Budget} }

// Needs returns what each reason is called.
func Needs() map[string]string {
	return map[string]string{
		Correction: "Denied, to correct",
		Renewal:    "Expires within 14 days",
		Budget:     "Budget 90 % used",
	}
}
