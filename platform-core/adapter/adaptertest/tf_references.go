package adaptertest

import "strings"

// CheckReferences looks for references to what main.tf does not declare and,
// with a schema, to attributes that the provider does not have; schema may be
// nil. The error names each.
func CheckReferences(root *Root, schema *Schema) error {
	found, g := &faults{}, root.graph()
	for _, from := range g.addresses() {
		for _, to := range g[from] {
			if _, declared := g[to.address]; !declared {
				found.add("%s refers to %s, which main.tf does not declare", from, to.address)
			} else if schema != nil && !schema.has(to) {
				found.add("%s reads %s of %s, which the provider does not have", from, to.attribute, to.address)
			}
		}
	}
	return found.joined()
}

// has reports whether the thing has the attribute. What the schema does not
// know might.
func (s *Schema) has(t reference) bool {
	types, address := s.resources, t.address
	if of, isData := strings.CutPrefix(address, "data."); isData {
		types, address = s.data, of
	}
	kind, _, _ := strings.Cut(address, ".")
	block, known := types[kind]
	_, attribute := block.Attributes[t.attribute]
	_, nested := block.Blocks[t.attribute]
	return !known || t.attribute == "" || attribute || nested
}
