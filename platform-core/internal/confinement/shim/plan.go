package shim

// Plan is what a shim does. The host makes it once it knows the process's ID.
type Plan struct {
	// Parent is the host's process ID: a shim whose host is gone does nothing.
	Parent int
	Limits []Limit
	// Ruleset is the kernel's struct landlock_ruleset_attr; empty for no Landlock.
	Ruleset []byte
	Rules   []Rule
	// ImageAccess is what the adapter may do with its own file.
	ImageAccess uint64
	// Filter is an array of the kernel's struct sock_filter; empty for no seccomp.
	Filter []byte
	// Empty is the address at which the shim has the empty path of its execveat,
	// which the filter demands; 0 for any.
	Empty uint64
	// Name is the adapter's argv[0], Environment all that it sees of one.
	Name        string
	Environment []string
	// Directory is the adapter's working directory.
	Directory string
}

// Limit is a resource limit, soft and hard.
type Limit struct {
	Resource int
	Most     uint64
}

// Rule allows access to what lies beneath a path; one that does not exist is
// left out.
type Rule struct {
	Path   string
	Access uint64
}

// Encode returns the plan as Decode reads it: numbers of eight bytes, lowest
// first, and texts with their length before them.
func (p Plan) Encode() []byte {
	var e encoder
	e.number(uint64(p.Parent)) // #nosec G115 -- a process ID is never negative
	e.number(uint64(len(p.Limits)))
	for _, l := range p.Limits {
		e.number(uint64(l.Resource)) // #nosec G115 -- nor is a resource's number
		e.number(l.Most)
	}
	e.text(string(p.Ruleset))
	e.number(uint64(len(p.Rules)))
	for _, r := range p.Rules {
		e.text(r.Path)
		e.number(r.Access)
	}
	e.number(p.ImageAccess)
	e.text(string(p.Filter))
	e.number(p.Empty)
	e.text(p.Name)
	e.text(p.Directory)
	e.number(uint64(len(p.Environment)))
	for _, v := range p.Environment {
		e.text(v)
	}
	return e.data
}

type encoder struct{ data []byte }

func (e *encoder) number(n uint64) {
	for shift := 0; shift < 64; shift += 8 {
		e.data = append(e.data, byte(n>>shift)) // #nosec G115 -- the lowest byte is meant
	}
}

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.data = append(e.data, s...)
}

// Decode reads an encoded plan. whole is false for data that is none, such as
// what a host wrote that died over it.
func Decode(data []byte) (p Plan, whole bool) {
	d := decoder{data: data}
	p.Parent = int(d.number()) // #nosec G115 -- Encode wrote an int
	for range d.count() {
		p.Limits = append(p.Limits, Limit{Resource: int(d.number()), Most: d.number()}) // #nosec G115 -- Encode wrote an int
	}
	p.Ruleset = []byte(d.text())
	for range d.count() {
		p.Rules = append(p.Rules, Rule{Path: d.text(), Access: d.number()})
	}
	p.ImageAccess = d.number()
	p.Filter = []byte(d.text())
	p.Empty = d.number()
	p.Name = d.text()
	p.Directory = d.text()
	for range d.count() {
		p.Environment = append(p.Environment, d.text())
	}
	return p, !d.short && len(d.data) == 0
}

type decoder struct {
	data  []byte
	short bool
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.data)) {
		d.short, d.data = true, nil
		return nil
	}
	taken := d.data[:n]
	d.data = d.data[n:]
	return taken
}

func (d *decoder) number() uint64 {
	n := uint64(0)
	for i, b := range d.take(8) {
		n |= uint64(b) << (8 * i)
	}
	return n
}

// count returns how many items follow, each of which takes eight bytes at least.
func (d *decoder) count() uint64 {
	n := d.number()
	if n > uint64(len(d.data)/8) {
		d.short = true
		return 0
	}
	return n
}

func (d *decoder) text() string { return string(d.take(d.number())) }
