package input

import "platform.internal/platform-core/document"

// Lines returns the line of each field of a request document; 0 for a field that
// is not written in it. A report points there.
func Lines(src document.Source) func(field string) int {
	if src.Name == "" {
		src.Name = Stdin
	}
	var shape struct {
		Controls struct{} `json:"controls"`
	}
	return document.Read(src, &shape).Line
}
