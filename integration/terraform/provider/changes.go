package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	tf "github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// changes are what the schema does not have: the effects of a change of a resource.
type changes struct {
	// Replaces are the arguments whose change replaces a resource, by its type.
	// An argument of a block is written BLOCK.ARGUMENT.
	Replaces map[string][]string `json:"replaces"`
	// Recomputes are the attributes that the provider computes again when a
	// resource changes in place.
	Recomputes map[string][]string `json:"recomputes"`
	// Identifiers are the forms of identifiers that main.tf builds itself, by the type: arguments in braces.
	Identifiers map[string]string `json:"identifiers"`
}

// identifier returns the identifier of a resource whose type has a form.
func (c changes) identifier(kind string, resource tftypes.Value) (id string, ok bool) {
	members := map[string]tftypes.Value{}
	id, ok = c.Identifiers[kind]
	if !ok || resource.As(&members) != nil {
		return "", false
	}
	for name, member := range members {
		var text string
		if member.IsKnown() && member.Type().Is(tftypes.String) && member.As(&text) == nil {
			id = strings.ReplaceAll(id, "{"+name+"}", text)
		}
	}
	return id, true
}

func readChanges(text []byte) (changes, error) {
	var c changes
	err := json.Unmarshal(text, &c)
	return c, err
}

// PlanResourceChange plans the proposed state. The computed attributes of a new
// resource are unknown. Those of an existing one keep their values, unless changes
// lists them as computed again.
func (s *server) PlanResourceChange(
	_ context.Context, r *tf.PlanResourceChangeRequest,
) (*tf.PlanResourceChangeResponse, error) {
	kind := s.schema.Resources[r.TypeName]
	of := kind.schema().ValueType()
	prior, err := r.PriorState.Unmarshal(of)
	if err != nil {
		return nil, err
	}
	proposed, err := r.ProposedNewState.Unmarshal(of)
	if err != nil || proposed.IsNull() {
		return &tf.PlanResourceChangeResponse{PlannedState: r.ProposedNewState}, err
	}
	response := &tf.PlanResourceChangeResponse{}
	switch {
	case prior.IsNull():
		proposed, err = kind.Block.filled(proposed, unknown)
	case !prior.Equal(proposed):
		response.RequiresReplace = replacing(prior, proposed, s.changes.Replaces[r.TypeName])
		proposed, err = recomputed(proposed, s.changes.Recomputes[r.TypeName])
	}
	if err != nil {
		return nil, err
	}
	planned, err := tf.NewDynamicValue(of, proposed)
	response.PlannedState = &planned
	return response, err
}

func unknown(_ string, of tftypes.Type) tftypes.Value {
	return tftypes.NewValue(of, tftypes.UnknownValue)
}

// recomputed returns a resource with some attributes unknown.
func recomputed(resource tftypes.Value, attributes []string) (tftypes.Value, error) {
	members := map[string]tftypes.Value{}
	if err := resource.As(&members); err != nil {
		return resource, err
	}
	for _, name := range attributes {
		members[name] = unknown(name, members[name].Type())
	}
	return tftypes.NewValue(resource.Type(), members), nil
}

// replacing returns the arguments that differ. For an argument of a block it returns
// the block.
func replacing(prior, planned tftypes.Value, arguments []string) []*tftypes.AttributePath {
	var paths []*tftypes.AttributePath
	for _, argument := range arguments {
		steps := strings.Split(argument, ".")
		before, after := at(prior, steps), at(planned, steps)
		if !equal(before, after) {
			paths = append(paths, tftypes.NewAttributePath().WithAttributeName(steps[0]))
		}
	}
	return paths
}

// at returns the values of an argument: one for each block that has it.
func at(value tftypes.Value, steps []string) []tftypes.Value {
	if len(steps) == 0 || value.IsNull() || !value.IsKnown() {
		return []tftypes.Value{value}
	}
	members := map[string]tftypes.Value{}
	if value.As(&members) == nil {
		return at(members[steps[0]], steps[1:])
	}
	var blocks, found []tftypes.Value
	_ = value.As(&blocks)
	for _, block := range blocks {
		found = append(found, at(block, steps)...)
	}
	return found
}

func equal(a, b []tftypes.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// ApplyResourceChange makes a state of the plan. Unknown attributes get made-up
// values; an identifier belongs to this resource only.
func (s *server) ApplyResourceChange(
	_ context.Context, r *tf.ApplyResourceChangeRequest,
) (*tf.ApplyResourceChangeResponse, error) {
	of := s.schema.Resources[r.TypeName].schema().ValueType()
	planned, err := r.PlannedState.Unmarshal(of)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(append([]byte(r.TypeName), r.PlannedState.MsgPack...))
	own := hex.EncodeToString(digest[:4])
	made, err := tftypes.Transform(planned, func(path *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		if inSet(path) { // the next plan finds such a block by what it holds
			return tftypes.NewValue(value.Type(), nil), nil
		}
		name, _ := path.LastStep().(tftypes.AttributeName)
		if id, ok := s.changes.identifier(r.TypeName, planned); ok && name == "id" && len(path.Steps()) == 1 {
			return tftypes.NewValue(tftypes.String, id), nil
		}
		return madeUp(string(name)+"-"+own, value.Type()), nil
	})
	if err != nil {
		return nil, err
	}
	state, err := tf.NewDynamicValue(of, made)
	return &tf.ApplyResourceChangeResponse{NewState: &state}, err
}

// inSet reports whether a value is in a block of a set.
func inSet(path *tftypes.AttributePath) bool {
	for _, step := range path.Steps() {
		if _, ok := step.(tftypes.ElementKeyValue); ok {
			return true
		}
	}
	return false
}

// ReadResource returns the state unchanged.
func (s *server) ReadResource(_ context.Context, r *tf.ReadResourceRequest) (*tf.ReadResourceResponse, error) {
	return &tf.ReadResourceResponse{NewState: r.CurrentState}, nil
}

// UpgradeResourceState reads a resource from a state file, which this schema wrote.
func (s *server) UpgradeResourceState(
	_ context.Context, r *tf.UpgradeResourceStateRequest,
) (*tf.UpgradeResourceStateResponse, error) {
	of := s.schema.Resources[r.TypeName].schema().ValueType()
	value, err := r.RawState.Unmarshal(of)
	if err != nil {
		return nil, err
	}
	state, err := tf.NewDynamicValue(of, value)
	return &tf.UpgradeResourceStateResponse{UpgradedState: &state}, err
}

// ImportResourceState returns a resource that has only its identifier, which is also its name.
func (s *server) ImportResourceState(
	_ context.Context, r *tf.ImportResourceStateRequest,
) (*tf.ImportResourceStateResponse, error) {
	of := s.schema.Resources[r.TypeName].schema().ValueType()
	members := map[string]tftypes.Value{}
	for name, kind := range of.(tftypes.Object).AttributeTypes {
		members[name] = tftypes.NewValue(kind, nil)
	}
	members["id"] = tftypes.NewValue(tftypes.String, r.ID)
	members["name"] = members["id"]
	state, err := tf.NewDynamicValue(of, tftypes.NewValue(of, members))
	return &tf.ImportResourceStateResponse{
		ImportedResources: []*tf.ImportedResource{{TypeName: r.TypeName, State: &state}},
	}, err
}
