module platform.internal/platform-core

go 1.26.0

require gopkg.in/yaml.v3 v3.0.1

require (
	github.com/gowebpki/jcs v1.0.2 // indirect
	golang.org/x/text v0.43.0 // indirect
)
