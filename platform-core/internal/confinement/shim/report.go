package shim

import "platform.internal/platform-core/internal/confinement/probe"

// Report is what a shim found. Each errno is 0 for what worked.
type Report struct {
	// Landlock and Seccomp say why a layer could not be laid.
	Landlock, Seccomp uint32
	// Open are the escapes that were not refused.
	Open probe.Set
	// Failed is the errno of what kept the adapter from running.
	Failed uint32
}

// reportSize is the length of an encoded report, in bytes.
const reportSize = 4 * 4

func (r Report) encode() (data [reportSize]byte) {
	for i, n := range [...]uint32{r.Landlock, r.Seccomp, uint32(r.Open), r.Failed} {
		for b := range 4 {
			data[4*i+b] = byte(n >> (8 * b)) // #nosec G115 -- the lowest byte is meant
		}
	}
	return data
}

// DecodeReport reads what a shim wrote until its end: a report, and a second
// one when the adapter could not be run after all. whole is false when the shim
// did not come to its report.
func DecodeReport(data []byte) (r Report, whole bool) {
	if len(data) < reportSize || len(data)%reportSize != 0 {
		return Report{}, false
	}
	last := data[len(data)-reportSize:]
	var n [4]uint32
	for i := range n {
		for b := range 4 {
			n[i] |= uint32(last[4*i+b]) << (8 * b)
		}
	}
	return Report{Landlock: n[0], Seccomp: n[1], Open: probe.Set(n[2]), Failed: n[3]}, true
}
