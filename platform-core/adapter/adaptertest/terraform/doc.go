// Package terraform reads a generated Terraform root as far as one can without
// a provider, and holds it against what can be known: Parse reads main.tf,
// Root.With gives it the inputs of tfvars files, and Module.Instances expands
// its resources. What data sources and resources would answer is unknown.
//
//	root, err := terraform.Parse(main)            // main.tf, the same for every order
//	module, err := root.With(inputs)              // terraform.tfvars.json of one order
//	err = terraform.CheckInventory(module, evaluation.Resources, "name")
//	err = terraform.CheckSchema(root, schema)     // terraform providers schema -json
//	err = terraform.CheckReferences(root, schema) // what is referred to is declared
//
// Each check returns every fault that it finds, joined in a fixed order, or nil.
// Nothing here needs a *testing.T: the conformance suite runs it in the command
// line too.
package terraform
