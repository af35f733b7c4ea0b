package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const pricesUsage = usageError("adaptertool prices FILE LIST=FOLDER..., such as aws=provider-a/data")

// writePrices writes the tables of machine prices of adapters, all of them or none.
func writePrices(args []string) (string, error) {
	if len(args) < 2 || args[0] == "" {
		return "", pricesUsage
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return "", err
	}
	lists, err := readLists(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", args[0], err)
	}
	var report strings.Builder
	tables := map[string][]byte{}
	for _, pair := range args[1:] {
		name, folder, ok := strings.Cut(pair, "=")
		if !ok {
			return "", pricesUsage
		}
		list, ok := lists[name]
		if !ok {
			return "", fmt.Errorf("the file has no list %q", name)
		}
		s, err := readSelection(folder)
		if err != nil {
			return "", fmt.Errorf("%s: %w", folder, err)
		}
		table, err := s.choose(list)
		if err != nil {
			return "", fmt.Errorf("the list %q: %w", name, err)
		}
		path := filepath.Join(folder, "machine-prices.json")
		tables[path] = encodePrices(table)
		fmt.Fprintf(&report, "%s: %s\n", path, strings.Join(s.report(list, table), "\n  "))
	}
	for path, table := range tables {
		if err := os.WriteFile(path, table, 0o644); err != nil { //nolint:gosec // source code that everybody may read
			return "", err
		}
	}
	return report.String(), nil
}
