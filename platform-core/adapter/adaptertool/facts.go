package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// fact is an entry of a module's facts.json: it says where a fact is, and not the fact again.
type fact struct {
	// At is a file of the module, and in it the path of a value (in JSON) or a text (in other files); empty for the
	// whole file, such as "data/terms.json kubernetes".
	At string `json:"at"`
	// Read is the day or the month of the source. Ends is the last day or month on which the fact holds; empty if
	// nobody knows it. If one is a name, the oldest value of this name at the place is the date.
	Read string `json:"read"`
	Ends string `json:"ends"`
	// Months is how long a fact without a known end counts as current: see [adapter.FactMonths].
	Months int `json:"months"`

	// place is the module and At, without the folder data. ends is the last day on which the fact counts as current.
	place string
	ends  request.Date
}

const factsUsage = "adaptertool facts [--due-within 60d] [--on YYYY-MM-DD] MODULE..."

// reportFacts returns the facts of modules, the first to end first. If it finds facts that end within --due-within, it
// returns only these, and an error.
func reportFacts(args []string, today request.Date) (string, error) {
	flags := flag.NewFlagSet("facts", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	within := -1
	flags.Func("due-within", "", func(text string) error {
		days, err := strconv.ParseUint(strings.TrimSuffix(text, "d"), 10, 16)
		if err != nil {
			return errors.New("must be a number of days, such as 60d")
		}
		within = int(days)
		return nil
	})
	flags.Func("on", "", func(text string) (err error) {
		today, err = request.ParseDate(text)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return "", usageError(fmt.Sprintf("%s: %v", factsUsage, err))
	}
	if flags.NArg() == 0 {
		return "", usageError(factsUsage)
	}
	var list []fact
	for _, module := range flags.Args() {
		found, err := readFacts(module)
		if err != nil {
			return "", fmt.Errorf("%s: %w", module, err)
		}
		list = append(list, found...)
	}
	slices.SortFunc(list, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.ends, b.ends), cmp.Compare(a.place, b.place))
	})
	due := 0
	var lines strings.Builder
	lines.WriteString("ENDS        DAYS  READ        FACT\n")
	for _, f := range list {
		days, err := today.DaysUntil(f.ends)
		if err != nil {
			return "", err
		}
		if within >= 0 && days <= within {
			due++
		}
		if within < 0 || days <= within {
			fmt.Fprintf(&lines, "%s %5d  %-10s  %s\n", f.ends, days, f.Read, f.place)
		}
	}
	if due > 0 {
		return lines.String(), fmt.Errorf("%d of %d facts end within %d days of %s; read their sources again, "+
			"then write the values and the days", due, len(list), within, today)
	}
	if within >= 0 {
		return fmt.Sprintf("None of %d facts ends within %d days of %s.\n", len(list), within, today), nil
	}
	return lines.String(), nil
}

// readFacts returns the facts of a module. It fails if a fact is not where its entry says, and if a source in a file of
// data, or a version in main.tf, has no entry.
func readFacts(module string) ([]fact, error) {
	text, err := os.ReadFile(filepath.Join(module, "facts.json"))
	if err != nil {
		return nil, err
	}
	var list []fact
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("facts.json: %w", err)
	}
	for i := range list {
		if err := list[i].resolve(module); err != nil {
			return nil, fmt.Errorf("facts.json: %q: %w", list[i].At, err)
		}
	}
	return list, errors.Join(missingFacts(module, list)...)
}

// resolve reads the place of a fact, and sets its dates.
func (f *fact) resolve(module string) error {
	name, path, _ := strings.Cut(f.At, " ")
	f.place = filepath.Base(module) + "/" + strings.TrimPrefix(name, "data/") + strings.TrimRight(" "+path, " ")
	text, err := os.ReadFile(filepath.Join(module, name))
	if err != nil {
		return err
	}
	var value any
	if filepath.Ext(name) != ".json" {
		if !strings.Contains(string(text), path) {
			return fmt.Errorf("the file has no text %q", path)
		}
	} else if value, err = valueAt(text, path); err != nil {
		return err
	}
	if f.Read, err = oldestDate(value, f.Read); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if f.Ends == "" {
		f.ends = adapter.LastDay(f.Read[:len("2006-01")], cmp.Or(f.Months, adapter.FactMonths))
		return nil
	}
	ends, err := oldestDate(value, f.Ends)
	if err != nil {
		return fmt.Errorf("ends: %w", err)
	}
	if f.ends = request.Date(ends); len(ends) == len("2006-01") {
		f.ends = adapter.LastDay(ends, 0)
	}
	return nil
}

// valueAt returns the value of a JSON document at a path of names, joined by dots; the whole for the empty path.
func valueAt(text []byte, path string) (value any, err error) {
	if err := json.Unmarshal(text, &value); err != nil || path == "" {
		return value, err
	}
	for name := range strings.SplitSeq(path, ".") {
		object, _ := value.(map[string]any)
		inner, ok := object[name]
		if !ok {
			return nil, fmt.Errorf("nothing has the name %q", name)
		}
		value = inner
	}
	return value, nil
}

// oldestDate returns a date or month, or the oldest one that has this name in a value, at any depth.
func oldestDate(value any, date string) (string, error) {
	oldest := date
	if !strings.HasPrefix(date, "2") {
		oldest = ""
		visit(value, "", func(_ string, object map[string]any) {
			if text, ok := object[date].(string); ok && (oldest == "" || text < oldest) {
				oldest = text
			}
		})
	}
	for _, layout := range []string{time.DateOnly, "2006-01"} {
		if _, err := time.Parse(layout, oldest); err == nil {
			return oldest, nil
		}
	}
	return "", fmt.Errorf("%q is no date YYYY-MM-DD, no month YYYY-MM and no name of one", date)
}

// visit calls see for each object in a value, with its path.
func visit(value any, path string, see func(path string, object map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		see(path, v)
		for _, name := range sortedKeys(v) {
			visit(v[name], strings.TrimPrefix(path+"."+name, "."), see)
		}
	case []any:
		for _, inner := range v {
			visit(inner, path, see)
		}
	}
}

// pinned matches a line of main.tf that names a version of Terraform or a provider with its version.
var pinned = regexp.MustCompile(`(?m)^\s*(?:required_version|source)\s*=.*$`)

// missingFacts returns an error for each source in the module's data, and each version of its main.tf, without entry.
func missingFacts(module string, list []fact) (missing []error) {
	note := func(file, path string, covers func(entry string) bool) {
		if !slices.ContainsFunc(list, func(f fact) bool {
			name, entry, _ := strings.Cut(f.At, " ")
			return name == file && covers(entry)
		}) {
			missing = append(missing, fmt.Errorf("facts.json has no entry for %s %s", file, path))
		}
	}
	names, err := filepath.Glob(filepath.Join(module, "data", "*.json"))
	if err != nil {
		return []error{err}
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return []error{err}
		}
		value, err := valueAt(text, "")
		if err != nil {
			return []error{fmt.Errorf("%s: %w", name, err)}
		}
		visit(value, "", func(path string, object map[string]any) {
			if _, ok := object["source"].(string); ok {
				note("data/"+filepath.Base(name), path, func(entry string) bool {
					return entry == "" || path == entry || strings.HasPrefix(path, entry+".")
				})
			}
		})
	}
	text, err := os.ReadFile(filepath.Join(module, "terraform", "main.tf"))
	if err != nil {
		return append(missing, err)
	}
	for _, line := range pinned.FindAllString(string(text), -1) {
		note("terraform/main.tf", strings.TrimSpace(line), func(entry string) bool { return strings.Contains(line, entry) })
	}
	return missing
}
