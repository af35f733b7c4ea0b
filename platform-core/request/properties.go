package request

import (
	"encoding/json"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
)

// Property is a notable setting of a resource.
type Property struct{ Name, Value string }

// Properties are the notable settings of a resource, each once, sorted by name. They encode as an object.
type Properties []Property

// NewProperties returns the settings, sorted.
func NewProperties(settings map[string]string) Properties {
	p := make(Properties, 0, len(settings))
	for name, value := range settings {
		p = append(p, Property{name, value})
	}
	slices.SortFunc(p, func(a, b Property) int { return strings.Compare(a.Name, b.Name) })
	return p
}

// Get returns the value of the setting; ok is false if there is none.
func (p Properties) Get(name string) (value string, ok bool) {
	at, ok := slices.BinarySearchFunc(p, name, func(q Property, name string) int { return strings.Compare(q.Name, name) })
	if !ok {
		return "", false
	}
	return p[at].Value, true
}

// Len returns how many settings there are.
func (p Properties) Len() int { return len(p) }

// At returns a setting by its place among the names.
func (p Properties) At(i int) (name, value string) { return p[i].Name, p[i].Value }

// MarshalJSON encodes the settings as an object, sorted by name.
func (p Properties) MarshalJSON() ([]byte, error) { return document.Encode(p) }

// UnmarshalJSON decodes what [Properties.MarshalJSON] wrote.
func (p *Properties) UnmarshalJSON(data []byte) error {
	var settings map[string]string
	if err := json.Unmarshal(data, &settings); err != nil {
		return err
	}
	*p = NewProperties(settings)
	return nil
}
