// Command machine-prices writes the tables of machine prices of adapters:
//
//	machine-prices FILE LIST=FOLDER...
//
// FILE has lists of prices, as package machineprices reads them; LIST is the name of
// one, such as aws, and FOLDER the data folder of an adapter, such as
// provider-a/data. It writes machine-prices.json there, with the machine types of the
// folder's instances.json in the regions of its regions.json, and prints what is
// missing or unusual. The exit code is 1 when a file cannot be read or a price is wrong,
// and then nothing is written; it is 2 for wrong usage.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/machineprices"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) < 2 || args[0] == "" {
		_, _ = fmt.Fprintln(stderr, "usage: make prices FROM=FILE")
		return 2
	}
	var files []file
	lists, err := readLists(args[0])
	for _, pair := range args[1:] {
		list, folder, ok := strings.Cut(pair, "=")
		if !ok {
			_, _ = fmt.Fprintf(stderr, "machine-prices: write %q as LIST=FOLDER, such as aws=provider-a/data\n", pair)
			return 2
		}
		var f file
		if err == nil {
			f, err = tableOf(lists, list, folder)
			files = append(files, f)
		}
	}
	for _, f := range files {
		if err == nil {
			err = os.WriteFile(f.name, f.content, 0o644) //nolint:gosec // source code, for everybody who may see the repository
		}
	}
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "machine-prices:", err)
		return 1
	}
	for _, f := range files {
		_, _ = fmt.Fprintf(stdout, "%s: %s\n", f.name, strings.Join(f.report, "\n  "))
	}
	return 0
}

// file is what is written, and what its reader is told.
type file struct {
	name    string
	content []byte
	report  []string
}

func read(name string) ([]byte, error) {
	return os.ReadFile(name) //nolint:gosec // a command opens the files that its user names
}

func readLists(name string) (map[string]adapter.MachinePrices, error) {
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	lists, err := machineprices.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return lists, nil
}

func tableOf(lists map[string]adapter.MachinePrices, name, folder string) (file, error) {
	list, ok := lists[name]
	if !ok {
		return file{}, fmt.Errorf("the file has no list %q", name)
	}
	instances, err := read(filepath.Join(folder, "instances.json"))
	if err != nil {
		return file{}, err
	}
	regions, err := read(filepath.Join(folder, "regions.json"))
	if err != nil {
		return file{}, err
	}
	wanted, err := machineprices.WantedBy(instances, regions)
	if err != nil {
		return file{}, fmt.Errorf("%s: %w", folder, err)
	}
	table, err := wanted.Of(list)
	if err != nil {
		return file{}, fmt.Errorf("the list %q: %w", name, err)
	}
	return file{filepath.Join(folder, "machine-prices.json"), machineprices.Encode(table), wanted.Report(list, table)}, nil
}
