package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/CycloneDX/cyclonedx-gomod/pkg/generate/bin"
	"github.com/CycloneDX/cyclonedx-gomod/pkg/licensedetect/local"
	"github.com/rs/zerolog"
)

func sbomName(t target) string { return "platform_" + t.String() + ".cdx.json" }

// describe writes the SBOM of each target: the modules that each program was built from.
func (r *release) describe() error {
	for _, t := range targets {
		files, err := r.binaries(t, "")
		if err != nil {
			return err
		}
		all := map[string]cdx.Component{}
		var programs []cdx.Component
		for _, f := range files {
			if f.mode&0o111 == 0 {
				continue
			}
			found, err := components(f.source, r.version)
			if err != nil {
				return fmt.Errorf("%s: %w", f.path, err)
			}
			for _, c := range found {
				all[c.PackageURL] = c
			}
			programs = append(programs, cdx.Component{
				BOMRef: f.path, Type: cdx.ComponentTypeApplication, Name: f.path, Version: r.version,
				Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: sum(f.source)}},
			})
		}
		listed := slices.SortedFunc(maps.Values(all), func(a, b cdx.Component) int {
			return cmp.Compare(a.PackageURL, b.PackageURL)
		})
		if err := r.writeSBOM(t, append(programs, listed...)); err != nil {
			return err
		}
	}
	return nil
}

// components returns the modules that a program was built from, and the standard library.
func components(program, version string) ([]cdx.Component, error) {
	silent := zerolog.Nop()
	generator, err := bin.NewGenerator(program,
		bin.WithIncludeStdlib(true), bin.WithShortPURLS(true), bin.WithVersionOverride(version),
		bin.WithLicenseDetector(local.NewDetector(silent)), bin.WithLogger(silent))
	if err != nil {
		return nil, err
	}
	found, err := generator.Generate()
	if err != nil {
		return nil, err
	}
	var third []cdx.Component
	for _, c := range *found.Components {
		if !strings.HasPrefix(c.Name, "platform.internal/") {
			third = append(third, c)
		}
	}
	return third, nil
}

func (r *release) writeSBOM(t target, components []cdx.Component) error {
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.made.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{
			BOMRef: "platform", Type: cdx.ComponentTypeApplication, Name: "platform", Version: r.version,
		},
		Properties: &[]cdx.Property{{Name: "target", Value: t.String()}, {Name: "commit", Value: r.commit}},
	}
	bom.Components = &components
	file, err := os.Create(filepath.Join(r.out, sbomName(t)))
	if err != nil {
		return err
	}
	encoder := cdx.NewBOMEncoder(file, cdx.BOMFileFormatJSON).SetPretty(true)
	return cmp.Or(encoder.Encode(bom), file.Close())
}
