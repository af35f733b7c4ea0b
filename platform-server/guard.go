package server

import (
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// foreign are the problems of the calls that [serve.Guard] refuses.
var foreign = map[serve.Refusal]*problem.Problem{
	serve.ForeignHost: problem.New(problem.HostNotAllowed,
		"This service does not answer for that Host. Use the address that it printed when it started, or start it with --allow-host NAME or NAME:PORT."),
	serve.ForeignWrite: problem.New(problem.CrossOriginRefused,
		"A page of another origin may not change anything here. Call the API from its own origin or from a program."),
	serve.ForeignRead: problem.New(problem.CrossOriginRefused,
		"A page of another site may not read here. Call the API from its own origin or from a program."),
}
