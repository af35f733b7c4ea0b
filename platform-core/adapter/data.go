package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
)

// MustDecode decodes one of the JSON files that an adapter embeds: its tables
// of regions, prices, sizes and whatever else the provider fixes. files is an
// embed.FS, name a file in it, such as "data/regions.json".
//
// Keys that T has no field for are passed over, so that each fact can have a
// "source" beside it. The files are part of the program: MustDecode panics on
// one that is missing or broken, when the process starts.
//
//	//go:embed data/*.json
//	var files embed.FS
//
//	var prices = adapter.MustDecode[adapter.PriceTable](files, "data/prices.json")
func MustDecode[T any](files interface {
	ReadFile(name string) ([]byte, error)
}, name string,
) T {
	var table T
	text, err := files.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &table)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded file %s: %v", name, err))
	}
	return table
}

// Fact is a value of a data file together with where it was read, or why it was
// chosen:
//
//	"reserved_per_subnet": {"value": 5, "source": "the provider's manual, page 12"}
type Fact[T any] struct {
	Value  T      `json:"value"`
	Source string `json:"source"`
}

// UnmarshalJSON reads a fact; one without a source is an error.
func (f *Fact[T]) UnmarshalJSON(data []byte) error {
	type plain Fact[T] // has no method that would be called again
	if err := json.Unmarshal(data, (*plain)(f)); err != nil {
		return err
	}
	if f.Source == "" {
		return errors.New("a fact has no source")
	}
	return nil
}
