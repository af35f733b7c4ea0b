package profile

// Choice says what a provider makes of one value that a field of a request may have, so
// that people can choose among what they get instead of among words.
type Choice struct {
	// Field is a field of a request that has a list of values, such as "cluster_size".
	Field string `json:"field"`
	Value string `json:"value"`
	// Text is what the value leads to, such as "3 nodes of 4 vCPUs and 16 GiB". It says
	// nothing of money: an estimate does, for a region.
	Text string `json:"text"`
}

// ChoiceOf returns what a provider makes of a field's value; empty where it does not say.
func (p Provider) ChoiceOf(field, value string) string {
	choice, _ := find(p.Choices, func(c Choice) bool { return c.Field == field && c.Value == value })
	return choice.Text
}
