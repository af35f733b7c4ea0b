package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
)

// MustDecode decodes an embedded JSON file of an adapter, such as its table of regions, prices or sizes.
// files is an [embed.FS]. name is the name of a file in it, such as "data/regions.json".
//
// It ignores keys that are not fields of T, so that each fact can have a "source" next to it. The files
// are part of the program, so MustDecode panics if a file is missing or is not valid JSON. Call it when
// the process starts:
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

// Fact is a value of a data file together with its source. The source says where the value comes from, or
// why it was chosen:
//
//	"reserved_per_subnet": {"value": 5, "source": "the provider's manual, page 12"}
type Fact[T any] struct {
	Value  T      `json:"value"`
	Source string `json:"source"`
}

// UnmarshalJSON reads a fact. It fails if the fact has no source.
func (f *Fact[T]) UnmarshalJSON(data []byte) error {
	type plain Fact[T] // has no UnmarshalJSON, which would call itself
	if err := json.Unmarshal(data, (*plain)(f)); err != nil {
		return err
	}
	if f.Source == "" {
		return errors.New("a fact has no source")
	}
	return nil
}
