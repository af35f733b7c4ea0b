package providerb

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed data/*.json
var tables embed.FS

// table reads one of the embedded tables. They are part of the program, so a
// broken one is a broken program.
func table[T any](name string) T {
	var read T
	text, err := tables.ReadFile("data/" + name)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		panic(fmt.Sprintf("%s: table %s: %v", ID, name, err))
	}
	return read
}
