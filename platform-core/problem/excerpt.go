package problem

// Excerpt returns text for a message: the whole text if it has at most limit characters, or else its first limit
// characters and "…".
func Excerpt(text string, limit int) string {
	n := 0
	for at := range text {
		if n == limit {
			return text[:at] + "…"
		}
		n++
	}
	return text
}
