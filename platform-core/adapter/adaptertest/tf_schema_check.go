package adaptertest

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// metaArguments and metaBlocks are Terraform's own, allowed in every resource.
var (
	metaArguments = []string{"count", "depends_on", "for_each", "provider"}
	metaBlocks    = []string{"lifecycle", "provisioner", "connection"}
)

// CheckSchema holds every provider, resource and data block of main.tf, with
// every attribute and nested block in it, against the providers' schema. The
// error names each one that the provider does not have or alone writes, each
// that is missing, and each that stands too often. A root without a resource is
// an error too: there was nothing to hold.
func CheckSchema(root *Root, schema *Schema) error {
	if len(root.of("resource")) == 0 {
		return errors.New("main.tf declares no resource, so no schema says anything of it")
	}
	check := &schemaCheck{}
	for _, b := range root.Blocks("provider", "resource", "data") {
		if known, has := schema.block(b); has {
			check.body(b.Address(), b.syntax.Body, known)
		} else {
			check.add("%s: the schema has no %s of this type", b.Address(), b.Type())
		}
	}
	return check.joined()
}

type schemaCheck struct{ faults }

// body holds what stands in a block.
func (c *schemaCheck) body(at string, body *hclsyntax.Body, known schemaBlock) {
	for name := range body.Attributes {
		if !known.Attributes[name].writable() && !slices.Contains(metaArguments, name) {
			c.add("%s has no argument %s that could be written", at, name)
		}
	}
	written, dynamic := map[string]int{}, map[string]bool{}
	for _, b := range body.Blocks {
		kind, inner := nestedIn(b)
		if slices.Contains(metaBlocks, kind) {
			continue
		}
		written[kind]++
		dynamic[kind] = dynamic[kind] || b.Type == "dynamic"
		c.nested(at, kind, inner, known)
	}
	for name, attribute := range known.Attributes {
		if attribute.Required && body.Attributes[name] == nil && written[name] == 0 {
			c.add("%s lacks the argument %s", at, name)
		}
	}
	for name, nested := range known.Blocks {
		c.number(at+"."+name, written[name], dynamic[name], nested)
	}
}

// nestedIn returns the type and the body of a nested block, also where a
// dynamic block makes it.
func nestedIn(b *hclsyntax.Block) (kind string, body *hclsyntax.Body) {
	if b.Type != "dynamic" || len(b.Labels) != 1 {
		return b.Type, b.Body
	}
	for _, content := range b.Body.Blocks {
		if content.Type == "content" {
			return b.Labels[0], content.Body
		}
	}
	return b.Labels[0], &hclsyntax.Body{}
}

func (c *schemaCheck) nested(at, kind string, body *hclsyntax.Body, known schemaBlock) {
	if members := known.Attributes[kind].members(); len(members) > 0 {
		c.object(at+"."+kind, body, members)
		return
	}
	if nested, has := known.Blocks[kind]; has {
		c.body(at+"."+kind, body, nested.Block)
		return
	}
	c.add("%s has no block %s", at, kind)
}

// object holds a block against the members of an attribute's objects.
func (c *schemaCheck) object(at string, body *hclsyntax.Body, members map[string]json.RawMessage) {
	for _, b := range body.Blocks {
		c.add("%s has no block %s", at, b.Type)
	}
	for _, name := range slices.Sorted(maps.Keys(body.Attributes)) {
		if _, has := members[name]; !has {
			c.add("%s has no argument %s that could be written", at, name)
		}
	}
}

// number holds how often a block stands. A dynamic block stands as often as its
// inputs say.
func (c *schemaCheck) number(at string, written int, dynamic bool, nested nestedBlock) {
	switch {
	case dynamic:
	case written < nested.Min:
		c.add("%s stands %d times and must %d times", at, written, nested.Min)
	case nested.once() && written > 1:
		c.add("%s stands %d times and may once", at, written)
	case nested.Max > 0 && written > nested.Max:
		c.add("%s stands %d times and may %d times", at, written, nested.Max)
	}
}
