module example.com/platform/gke

go 1.26.0

require platform.internal/platform-core v1.0.0
