package decision

import (
	"net/netip"
	"strings"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Placeholders returns a fault for each field that still has the value of the template. Only a
// person can fill in such a field. The service accepts these values; only the command refuses them,
// because it prints the template.
func (e Evaluated) Placeholders() (faults []problem.Fault) {
	at := edit.Regions(e.Source)
	for _, f := range request.Fields() {
		if !f.IsPersonal() || f.Get(&e.Record.Request) != f.Example {
			continue
		}
		fault := problem.Fault{Field: f.Name, Code: problem.FaultUnsupported,
			Message: "still has the value of the template; " + f.Text.Missing}
		if _, region := at(f.Name); region.StartLine > 0 {
			fault.Line, fault.Column = region.StartLine, region.StartColumn
			fault.Source = document.LineAt(e.Source.Data, fault.Line, fault.Column)
		}
		faults = append(faults, fault)
	}
	return faults
}

// WithHostBits returns the network range of the document if it has host bits, which the record does not have. It
// returns "" for other ranges.
func (e Evaluated) WithHostBits() string {
	_, region := edit.Regions(e.Source)(request.NetworkField)
	written := strings.Trim(region.Text(e.Source.Data), `"' `)
	if p, err := netip.ParsePrefix(written); err != nil || p == p.Masked() {
		return ""
	}
	return written
}

// CutJustification returns the justification as it was written, if YAML reads its end as a comment, as in
// "see ticket #4711". It returns "" for other documents.
func (e Evaluated) CutJustification() string {
	_, region := edit.Regions(e.Source)(request.JustificationField)
	rest := edit.Region{StartLine: region.EndLine, StartColumn: region.EndColumn}.Text(e.Source.Data)
	comment := strings.TrimSpace(rest)
	if written := region.Text(e.Source.Data); !strings.ContainsAny(written[:min(len(written), 1)], `"'`) &&
		strings.HasPrefix(comment, "#") && !strings.HasPrefix(comment, "# ") && comment != "#" {
		return written + rest
	}
	return ""
}
