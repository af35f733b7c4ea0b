package main

import (
	"context"
	"fmt"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
)

// checks returns the health checks of a service, for /ready at the admin listener. A full store is not ready there, so
// that an operator enlarges it in time.
func checks(svc *service.Service) func(context.Context) []serve.HealthCheck {
	return func(ctx context.Context) []serve.HealthCheck {
		ready := svc.Ready(ctx)
		installation := serve.HealthCheck{Name: "installation", OK: true, Detail: "none yet; install a profile"}
		if ready.Provider != "" {
			installation.Detail = "of " + ready.Provider
		}
		list := []serve.HealthCheck{checkOf("store", ready.Store)}
		if ready.Store != nil {
			return list
		}
		return append(list, installation, checkOf("adapter", ready.Adapter), checkOf("capacity", ready.Capacity))
	}
}

func checkOf(name string, err error) serve.HealthCheck {
	if err == nil {
		return serve.HealthCheck{Name: name, OK: true}
	}
	p := problem.From(err)
	return serve.HealthCheck{Name: name, Detail: fmt.Sprintf("%s: %s", p.Code, p.Detail)}
}
