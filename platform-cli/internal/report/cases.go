package report

import "strings"

// casesName is the command that the report names.
const casesName = "platform policy test"

// Suite is a group of cases: those of one file, or the rules of a coverage check.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is one case of a [Suite]. It has a line for each failure, and none if the case passed.
type Case struct {
	Name  string
	Wrong []string
}

// Cases returns the suites as JUnit XML.
func Cases(suites []Suite) ([]byte, error) {
	list := make([]junitSuite, len(suites))
	for i, s := range suites {
		list[i] = junitSuite{Name: s.Name, Tests: len(s.Cases)}
		for _, c := range s.Cases {
			out := junitCase{Class: casesName, Name: c.Name}
			if len(c.Wrong) > 0 {
				list[i].Failures++
				out.Failure = &junitReason{"failed", c.Wrong[0], strings.Join(c.Wrong, "\n") + "\n"}
			}
			list[i].Cases = append(list[i].Cases, out)
		}
	}
	return encoded(list...)
}
