package report

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/release"
	"platform.internal/platform-core/request"
)

// The version of the format and its schema (OASIS SARIF 2.1.0).
const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
)

// These types are by hand: go-sarif v3 writes every default and empty array.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	ColumnKind  string            `json:"columnKind"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string             `json:"id"`
	Short         sarifText          `json:"shortDescription"`
	Help          *sarifText         `json:"help,omitempty"`
	Configuration sarifConfiguration `json:"defaultConfiguration"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	Successful bool `json:"executionSuccessful"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Fixes     []sarifFix      `json:"fixes,omitempty"`
	// Suppressions are those of the result: all results of a run have them, be they empty,
	// or none has (SARIF 2.1.0, 3.27.23).
	Suppressions *[]sarifSuppression `json:"suppressions,omitempty"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  edit.Region  `json:"deletedRegion"`
	Inserted sarifContent `json:"insertedContent"`
}

type sarifContent struct {
	Text string `json:"text"`
}

// sarifSuppression is an exception of the profile.
type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   edit.Region   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

// SARIF returns the violations, advisories and faults of the files as a SARIF
// log. An accepted file without advisories has no result.
func SARIF(files []File, rules []policy.SourcedRule) ([]byte, error) {
	s := &sarifWriter{rules: rulesOf(rules)}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Invocations: []sarifInvocation{{Successful: true}}, Results: []sarifResult{}}
	for _, f := range files {
		run.Results = append(run.Results, s.results(f)...)
		if f.Problem != nil && f.Problem.Code.Exit() == problem.ExitFailure {
			run.Invocations[0].Successful = false
		}
	}
	if slices.ContainsFunc(run.Results, func(r sarifResult) bool { return r.Suppressions != nil }) {
		for i := range run.Results {
			if run.Results[i].Suppressions == nil {
				run.Results[i].Suppressions = &[]sarifSuppression{}
			}
		}
	}
	run.Tool.Driver = sarifDriver{Name: release.Name, Version: release.Version, Rules: s.rules}
	return document.Encode(sarifLog{sarifSchema, sarifVersion, []sarifRun{run}})
}

func rulesOf(rules []policy.SourcedRule) []sarifRule {
	list := make([]sarifRule, len(rules))
	for i, r := range rules {
		list[i] = sarifRule{ID: r.ID, Short: sarifText{r.Title}, Configuration: sarifConfiguration{levelOf(r.Level)}}
		if help := cmp.Or(r.Remediation, r.Expected); help != "" {
			list[i].Help = &sarifText{help}
		}
	}
	return list
}

func levelOf(l profile.Level) string {
	if l == profile.Advisory {
		return "note"
	}
	return "error"
}

// sarifWriter keeps the rules, to which it adds those of malformed input.
type sarifWriter struct{ rules []sarifRule }

func (s *sarifWriter) results(f File) []sarifResult {
	if f.Problem != nil {
		return s.problem(f)
	}
	var list []sarifResult
	for _, v := range f.Record.Violations {
		list = append(list, s.violation(f, v, "error"))
	}
	for _, x := range f.Record.Exceptions {
		list = append(list, s.exception(f, x))
	}
	for _, v := range f.Record.Advisories {
		list = append(list, s.violation(f, v, "note"))
	}
	return list
}

func (s *sarifWriter) violation(f File, v request.Violation, level string) sarifResult {
	r := s.result(f.Path, f.Region(v.Field), v.PolicyID, v.PolicyID, level, v.Field+": "+v.Message+" "+v.Remediation)
	if len(f.Fix) > 0 && level == "error" {
		r.Fixes = []sarifFix{fixOf(f)}
	}
	return r
}

// fixOf returns the fix of a file, the same for each of its results: only all changes
// together lead to acceptance.
func fixOf(f File) sarifFix {
	change := sarifChange{Artifact: sarifArtifact{URI: uri(f.Path)}}
	for _, r := range f.Fix {
		change.Replacements = append(change.Replacements, sarifReplacement{r.Region, sarifContent{r.Text}})
	}
	return sarifFix{sarifText{"The least changes with which policy accepts the request."}, []sarifChange{change}}
}

// exception is a note, for readers that do not know suppressions: it denies nothing.
func (s *sarifWriter) exception(f File, x request.Exception) sarifResult {
	r := s.result(f.Path, f.Region(x.Field), x.PolicyID, x.PolicyID, "note", x.Field+": "+x.Message)
	r.Suppressions = &[]sarifSuppression{{"external", "accepted", fmt.Sprintf("Exception until %s, of %s: %s", x.Until, x.Owner, x.Reason)}}
	return r
}

func (s *sarifWriter) problem(f File) []sarifResult {
	id, title := "input."+string(f.Problem.Code), f.Problem.Code.Title()
	if len(f.Problem.Faults) == 0 {
		return []sarifResult{s.result(f.Path, edit.Region{}, id, title, "error", f.Problem.Detail)}
	}
	var list []sarifResult
	for _, fault := range f.Problem.Faults {
		list = append(list, s.result(f.Path, edit.Region{StartLine: fault.Line}, id, title, "error", faultText(fault)))
	}
	return list
}

func faultText(f problem.Fault) string {
	if f.Field == "" {
		return f.Message
	}
	return f.Field + " " + f.Message
}

func (s *sarifWriter) result(path string, region edit.Region, rule, title, level, text string) sarifResult {
	region.StartLine = max(region.StartLine, 1)
	return sarifResult{
		RuleID: rule, RuleIndex: s.index(rule, title), Level: level, Message: sarifText{text},
		Locations: []sarifLocation{{sarifPhysical{
			Artifact: sarifArtifact{URI: uri(path)}, Region: region,
		}}},
	}
}

// index returns the position of a rule, adding one that is not listed yet.
func (s *sarifWriter) index(id, title string) int {
	if i := slices.IndexFunc(s.rules, func(r sarifRule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	s.rules = append(s.rules, sarifRule{ID: id, Short: sarifText{title}, Configuration: sarifConfiguration{"error"}})
	return len(s.rules) - 1
}

// uri returns the path as a URI reference: relative where the path is, so that
// code scanning finds the file in its repository.
func uri(path string) string {
	reference := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		reference.Scheme = "file"
	}
	return reference.String()
}
