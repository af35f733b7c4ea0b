package report

import "strings"

// casesName is the command whose outcomes these are.
const casesName = "platform policy test"

// Suite are the cases of one file, or the rules of which the coverage is asked for.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is one of a Suite: what is wrong with it, a line each; nothing where it passed.
type Case struct {
	Name  string
	Wrong []string
}

// Cases returns the outcomes of cases as JUnit XML.
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
