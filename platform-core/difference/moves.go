package difference

import (
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// Move is a resource that has another address in B, and stays the same: main.tf has a
// moved block for it, or Terraform needs none.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// movedStart begins a moved block as terraform fmt writes it, which a main.tf is, and
// movedRest is what follows.
const movedStart = "\nmoved {\n"

var movedRest = regexp.MustCompile(`\A  from = (\S+)\n  to   = (\S+)\n\}(?:\n|\z)`)

// maxMoves is how many moved blocks are read of a main.tf.
const maxMoves = 200

// moves are the moved blocks of a main.tf, in its order.
type moves []Move

func movesIn(root string) moves {
	list := moves{}
	for _, block := range strings.Split("\n"+root, movedStart)[1:] { // a search of the whole would take ten times as long
		found := movedRest.FindStringSubmatch(block)
		if found != nil && len(list) < maxMoves {
			list = append(list, Move{From: found[1], To: found[2]})
		}
	}
	return list
}

// of returns the address that the moves lead to: a block moves a resource, one instance
// of it, or all of them. No block applies twice, so that a circle ends.
func (m moves) of(address string) string {
	for applied := map[int]bool{}; ; {
		moved := false
		for i, move := range m {
			rest, ok := strings.CutPrefix(address, move.From)
			if !ok || applied[i] || rest != "" && rest[0] != '[' {
				continue
			}
			applied[i], moved = true, true
			address = move.To + rest
		}
		if !moved {
			return address
		}
	}
}

// apply returns the resources of A at the addresses that they have in B, and the moves.
// A block whose resource B does not have moves nothing. Nil moves are those of another
// environment, in which nothing moves.
func (m moves) apply(a []request.Resource, b map[string]request.Resource) ([]request.Resource, []Move) {
	done := []Move{}
	if m == nil {
		return a, done
	}
	before, to := byAddress(a), map[string]string{}
	move := func(from, address string) {
		_, ok := b[address]
		if _, taken := before[address]; ok && !taken {
			to[from], before[address] = address, request.Resource{}
			done = append(done, Move{From: from, To: address})
		}
	}
	for _, r := range a {
		move(r.Address, m.of(r.Address))
	}
	for _, r := range a {
		_, stays := b[r.Address]
		if _, moved := to[r.Address]; !stays && !moved {
			move(r.Address, implied(r.Address))
		}
	}
	slices.SortFunc(done, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	moved := make([]request.Resource, len(a))
	for i, r := range a {
		moved[i] = at(r, to)
	}
	return moved, done
}

// implied returns the address to which Terraform moves a resource without a block: the
// first instance, where the resource has got a count, or the other way round.
func implied(address string) string {
	if only, counted := strings.CutSuffix(address, "[0]"); counted {
		return only
	}
	return address + "[0]"
}

// at returns a resource with its own address, and those that it names, moved.
func at(r request.Resource, to map[string]string) request.Resource {
	place := func(address string) string {
		if moved, ok := to[address]; ok {
			return moved
		}
		return address
	}
	r.Address, r.Parent = place(r.Address), place(r.Parent)
	properties := make(request.Properties, len(r.Properties))
	for i, p := range r.Properties {
		properties[i] = request.Property{Name: p.Name, Value: place(p.Value)}
	}
	r.Properties = properties
	return r
}
