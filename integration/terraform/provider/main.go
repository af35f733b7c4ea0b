// Command provider is a fake Terraform provider for tests: it serves the reduced
// schema in the folder of its executable, accepts every configuration that fits
// the schema, plans every resource with its computed attributes unknown, and
// answers data sources with made-up values. An apply makes a state of what was
// planned, so that a later plan changes it; which arguments then replace a
// resource is in changes.json beside the schema. It reaches no cloud. Its
// executable is named as Terraform expects, such as terraform-provider-aws_v6.25.0.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	tf "github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "provider:", err)
		os.Exit(1)
	}
}

func run() error {
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	folder := filepath.Dir(executable)
	text, err := os.ReadFile(filepath.Join(folder, "schema.json"))
	if err != nil {
		return err
	}
	address, schema, err := readSchema(text)
	if err != nil {
		return err
	}
	if text, err = os.ReadFile(filepath.Join(folder, "changes.json")); err != nil {
		return err
	}
	changes, err := readChanges(text)
	if err != nil {
		return err
	}
	return tf5server.Serve(address, func() tf.ProviderServer { return &server{schema: schema, changes: changes} })
}
