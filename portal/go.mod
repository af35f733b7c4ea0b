module platform.internal/portal

go 1.26.0

require (
	github.com/go-chi/chi/v5 v5.5.0
	platform.internal/platform-core v0.0.0
)

require (
	github.com/gowebpki/jcs v1.0.2 // indirect
	golang.org/x/text v0.43.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace platform.internal/platform-core => ../platform-core
