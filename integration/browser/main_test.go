package browser

import (
	"os"
	"testing"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) {
	code := build.Main(m)
	finishChromium()
	os.Exit(code)
}
