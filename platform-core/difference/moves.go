package difference

import (
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// Move is a resource with another address in B. main.tf has a moved block for it, or Terraform needs none.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// movedStart is the start of a moved block in the format of terraform fmt. movedRest matches the rest of the block.
const movedStart = "\nmoved {\n"

var movedRest = regexp.MustCompile(`\A  from = (\S+)\n  to   = (\S+)\n\}(?:\n|\z)`)

// maxMoves limits the moved blocks that are read.
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

// target returns the address after all moves. A block moves a resource, one of its instances, or all of them. No block
// applies twice, so that a circle ends.
func (m moves) target(address string) string {
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

// apply returns the resources of A at their addresses in B, and the moves. A block for a resource that B does not have
// moves nothing. Nil moves stand for another environment, in which nothing moves.
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
		move(r.Address, m.target(r.Address))
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

// implied returns the address to which Terraform moves a resource without a block: to its first instance when the
// resource gets a count, and back.
func implied(address string) string {
	if only, counted := strings.CutSuffix(address, "[0]"); counted {
		return only
	}
	return address + "[0]"
}

// at returns a resource with moved addresses: its own and those in its properties.
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
