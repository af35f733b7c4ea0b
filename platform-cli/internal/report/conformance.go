package report

import "platform.internal/platform-core/adapter/adaptertest"

// conformanceName is the command that the report names.
const conformanceName = "platform provider test"

// Conformance returns the report as JUnit XML. Each property is a test case.
func Conformance(r adaptertest.Report) ([]byte, error) {
	suite := junitSuite{Name: conformanceName + " " + r.Adapter.ID, Tests: len(r.Properties), Failures: r.Summary.Failed}
	suite.Skipped = r.Summary.Skipped
	for _, p := range r.Properties {
		suite.Cases = append(suite.Cases, propertyCase(p))
	}
	return encoded(suite)
}

func propertyCase(p adaptertest.Property) junitCase {
	c := junitCase{Class: conformanceName, Name: p.Name, Output: p.Meaning}
	if p.Judged != "" {
		c.Output += " Judged: " + p.Judged + "."
	}
	switch p.Outcome {
	case adaptertest.Failed:
		c.Failure = &junitReason{string(p.Outcome), p.Meaning, p.CounterExample}
	case adaptertest.Skipped:
		c.Skipped = &junitSkip{p.Reason}
	}
	return c
}
