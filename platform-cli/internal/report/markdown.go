package report

import (
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Limits of the parts of a page.
const (
	// maxDenied bounds the files that are not accepted, in bytes. The rest of the page is for the
	// other files.
	maxDenied = 55_000
	// maxFaults is the number of faults that are shown for one file.
	maxFaults = 20
)

// Markdown returns the files as a page for a pull request. Files that are not accepted come first,
// with the lines to write. The page has fewer than 65,536 characters.
func Markdown(files []File) []byte {
	var refused, accepted []File
	for _, f := range files {
		if f.Record != nil && f.Record.Decision == request.Accepted {
			accepted = append(accepted, f)
		} else {
			refused = append(refused, f)
		}
	}
	p := &Page{}
	p.Add(prose.Page("page verdict", struct{ Refused, All int }{len(refused), len(files)})...)
	for i, f := range refused {
		if !p.AddWithin(maxDenied, prose.Page("page section", f)...) {
			p.Add("", fmt.Sprintf("**And %d more that are not accepted**; the whole is in the report of the command.",
				len(refused)-i))
			break
		}
	}
	p.Table(MaxPage, "Accepted", []string{"Request", "Environment", "Estimate a month", "Budget", "Besides"},
		prose.Page("page accepted", accepted))
	return []byte(strings.Join(p.Lines(), "\n") + "\n")
}

// FirstFaults returns the faults that the page shows.
func (f File) FirstFaults() []problem.Fault {
	return f.Problem.Faults[:min(len(f.Problem.Faults), maxFaults)]
}

// MoreFaults returns the number of faults that the page leaves out.
func (f File) MoreFaults() int { return max(0, len(f.Problem.Faults)-maxFaults) }
