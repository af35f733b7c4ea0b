package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitReason `xml:"failure,omitempty"`
	Error   *junitReason `xml:"error,omitempty"`
	Output  string       `xml:"system-out,omitempty"`
}

type junitReason struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// suiteName is the command that the report names.
const suiteName = "platform request validate"

// JUnit returns the files as JUnit XML. Each file is a test case. A denied request is a failure,
// and a file without a decision is an error.
func JUnit(files []File) ([]byte, error) {
	suite := junitSuite{Name: suiteName, Tests: len(files)}
	for _, f := range files {
		c := caseOf(f)
		suite.Cases = append(suite.Cases, c)
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Error != nil {
			suite.Errors++
		}
	}
	return encoded(suite)
}

func encoded(suites ...junitSuite) ([]byte, error) {
	body, err := xml.MarshalIndent(junitSuites{Suites: suites}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode JUnit XML: %w", err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

func caseOf(f File) junitCase {
	c := junitCase{Class: suiteName, Name: visible(f.Path)}
	switch {
	case f.Problem != nil:
		c.Error = &junitReason{string(f.Problem.Code), visible(f.Problem.Detail), faults(f.Problem.Faults)}
	case f.Record.Decision == request.Denied:
		c.Failure = &junitReason{string(f.Record.Decision), summary(f.Record.Violations), findings(f.Record.Violations)}
	}
	if f.Record != nil {
		c.Output = exceptions(f.Record.Exceptions) + findings(f.Record.Advisories)
	}
	return c
}

func summary(violations []request.Violation) string {
	if len(violations) == 1 {
		return "1 violation"
	}
	return fmt.Sprintf("%d violations", len(violations))
}

func findings(found []request.Violation) string {
	var b strings.Builder
	for _, v := range found {
		b.WriteString(visible(fmt.Sprintf("%s: %s %s (%s)", v.Field, v.Message, v.Remediation, v.PolicyID)) + "\n")
	}
	return b.String()
}

func exceptions(list []request.ExceptedViolation) string {
	var b strings.Builder
	for _, x := range list {
		b.WriteString(visible(fmt.Sprintf("exception, %s: %s Until %s, of %s: %s (%s)", x.Field, x.Message, x.Until.Words(), x.Owner,
			x.Reason, x.PolicyID)) + "\n")
	}
	return b.String()
}

func faults(found []problem.Fault) string {
	var b strings.Builder
	for _, f := range found {
		if f.Line > 0 {
			fmt.Fprintf(&b, "line %d: ", f.Line)
		}
		b.WriteString(visible(faultText(f)) + "\n")
	}
	return b.String()
}
