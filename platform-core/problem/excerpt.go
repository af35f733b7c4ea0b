package problem

// Excerpt returns text short enough to repeat in a message: whole where it has
// at most limit characters, and otherwise its first limit characters and "…".
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
