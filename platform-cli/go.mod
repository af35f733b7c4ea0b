module platform.internal/platform-cli

go 1.26.0

require platform.internal/platform-core v0.0.0

replace platform.internal/platform-core => ../platform-core
