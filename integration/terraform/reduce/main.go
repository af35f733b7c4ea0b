// Command reduce writes the part of a provider's schema that a Terraform root
// uses, for the adapters' tests:
//
//	go run ./integration/terraform/reduce SCHEMA.json ROOT.tf NOTE > testdata/schema.json
//
// SCHEMA.json is the output of `terraform providers schema -json`. The result keeps
// the types that the root uses, with all attributes, so that tests find a misspelt or
// computed one. It keeps the nested blocks that the root writes or that are required.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: reduce SCHEMA.json ROOT.tf NOTE")
		os.Exit(2)
	}
	if err := run(os.Stdout, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "reduce:", err)
		os.Exit(1)
	}
}

// block and its nested form are parts of Terraform's schema format.
type block struct {
	Attributes map[string]json.RawMessage `json:"attributes,omitempty"`
	BlockTypes map[string]nested          `json:"block_types,omitempty"`
}

type nested struct {
	Block       block  `json:"block"`
	NestingMode string `json:"nesting_mode"`
	MinItems    int    `json:"min_items,omitempty"`
	MaxItems    int    `json:"max_items,omitempty"`
}

type kind struct {
	Block   block `json:"block"`
	Version int   `json:"version"`
}

type schema struct {
	Provider  kind            `json:"provider"`
	Resources map[string]kind `json:"resource_schemas"`
	Data      map[string]kind `json:"data_source_schemas"`
}

type document struct {
	Note          string            `json:"note,omitempty"`
	FormatVersion string            `json:"format_version"`
	Providers     map[string]schema `json:"provider_schemas"`
}

func run(to io.Writer, schemaFile, rootFile, note string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var full document
	if err := json.Unmarshal(text, &full); err != nil {
		return fmt.Errorf("read %s: %w", schemaFile, err)
	}
	root, err := os.ReadFile(rootFile)
	if err != nil {
		return err
	}
	file, diags := hclsyntax.ParseConfig(root, rootFile, hcl.InitialPos)
	if diags.HasErrors() {
		return diags
	}
	full.Note = note
	for address, provider := range full.Providers {
		full.Providers[address] = reduced(provider, file.Body.(*hclsyntax.Body))
	}
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", " ")
	return encoder.Encode(full)
}

// reduced returns the types that the root uses. It leaves out a type that the schema
// lacks; the adapters' tests then report it.
func reduced(full schema, root *hclsyntax.Body) schema {
	used := schema{Resources: map[string]kind{}, Data: map[string]kind{}}
	for _, b := range root.Blocks {
		switch b.Type {
		case "provider":
			used.Provider = with(used.Provider, full.Provider, b.Body)
		case "resource":
			used.Resources[b.Labels[0]] = with(used.Resources[b.Labels[0]], full.Resources[b.Labels[0]], b.Body)
		case "data":
			used.Data[b.Labels[0]] = with(used.Data[b.Labels[0]], full.Data[b.Labels[0]], b.Body)
		}
	}
	return used
}

// with adds to a kept type the blocks that this block of the root needs.
func with(kept, full kind, body *hclsyntax.Body) kind {
	return kind{Block: keep(kept.Block, full.Block, body), Version: full.Version}
}

func keep(kept, full block, body *hclsyntax.Body) block {
	result := block{Attributes: full.Attributes, BlockTypes: map[string]nested{}}
	for name, n := range kept.BlockTypes {
		result.BlockTypes[name] = n
	}
	for name, n := range full.BlockTypes {
		before, isKept := result.BlockTypes[name]
		for _, b := range body.Blocks {
			if b.Type == name {
				before.Block, isKept = keep(before.Block, n.Block, b.Body), true
			}
		}
		if isKept || n.MinItems > 0 {
			n.Block = keep(before.Block, n.Block, &hclsyntax.Body{})
			result.BlockTypes[name] = n
		}
	}
	return result
}
