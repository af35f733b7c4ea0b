package profile

// Choice says what a provider makes of one value of a request's field, so that users can choose by the result.
type Choice struct {
	// Field is a field of a request that has a list of values, such as "cluster_size".
	Field string `json:"field"`
	Value string `json:"value"`
	// Text is the result of the value, such as "3 nodes of 4 vCPUs and 16 GiB". It has no price: an estimate has one, for
	// a region.
	Text string `json:"text"`
}

// ChoiceOf returns the text of the [Choice] for a field's value, or "".
func (p Provider) ChoiceOf(field, value string) string {
	choice, _ := find(p.Choices, func(c Choice) bool { return c.Field == field && c.Value == value })
	return choice.Text
}
