package prose_test

import (
	"fmt"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/request"
)

func ExampleEither() {
	fmt.Println(prose.Either([]request.Value{request.Text("test"), request.Text("staging"), request.Text("production")}))
	// Output: test, staging or production
}
