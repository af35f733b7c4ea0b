package input

import (
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Lines returns the line on which each field of a request document stands; 0
// for a field that is not written in it. A report points there.
func Lines(src document.Source) func(field string) int {
	if src.Name == "" {
		src.Name = Stdin
	}
	var shape struct {
		Controls struct{} `json:"controls"`
	}
	reading := document.Read(src, &shape)
	return func(field string) int {
		reading.Add(field, problem.FaultForm, "")
		faults := reading.Faults()
		return faults[len(faults)-1].Line
	}
}
