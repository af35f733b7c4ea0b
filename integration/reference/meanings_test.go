package reference_test

import "platform.internal/platform-core/problem"

// meanings say of each code what it means and what to do.
var meanings = map[problem.Code]string{
	problem.IdempotencyKeyMissing:    "This POST needs the header `Idempotency-Key`. Send it.",
	problem.IdempotencyKeyInvalid:    "The key is too long (255 characters are the most), not visible ASCII, or sent twice. Send a short key once.",
	problem.CrossOriginRefused:       "A page of another origin made the call. Call from the server's own origin, or without a browser.",
	problem.HostNotAllowed:           "The server does not answer for this host name. Use its address, or start it with `--allow-host NAME`.",
	problem.InstallationNotFound:     "There is no installation yet. POST a profile, or use Setup in the portal.",
	problem.RequestNotFound:          "No request has this ID. After a restart send the request again; it gets the same ID.",
	problem.ProposalNotFound:         "No proposal has this ID. Make it again from its request; it gets the same ID.",
	problem.RouteNotFound:            "The API has no such route. `/openapi.json` lists all routes.",
	problem.MethodNotAllowed:         "The route takes other methods. The header `Allow` lists them.",
	problem.IdempotencyKeyReused:     "The key belongs to another payload. Send this payload with a new key.",
	problem.InstallationLocked:       "The installation has another profile until the server restarts. Restart the server to choose again.",
	problem.InstallationRequired:     "There is no installation yet. POST a profile first.",
	problem.RequestNotAccepted:       "Policy denies the request, so there is no proposal. `platform request fix` says what to change.",
	problem.ProposalNotOffered:       "The adapter makes no proposal for this request. Ask its provider team.",
	problem.BodyTooLarge:             "The body is larger than 64 KiB. A request needs less than 3 KiB.",
	problem.UnsupportedMediaType:     "The body is not declared as JSON. Send `Content-Type: application/json`.",
	problem.MalformedBody:            "The text is not one JSON or YAML document. The faults say where.",
	problem.InvalidRequest:           "The document is not a valid request. Each fault names a field and what to write.",
	problem.InstallationRejected:     "The profile is not valid. Each fault names the place and what to write.",
	problem.AdapterContractViolation: "The adapter's answer breaks its contract. Send the fault's code to its provider team.",
	problem.AdapterUnavailable:       "The adapter does not answer. The fault's code says why, and [when to try again](fault-codes.md#when-an-adapter-fails).",
	problem.CapacityExhausted:        "The store is full. Stored documents are still served. Restart the server with a larger `--max-records`; a store in memory is then empty.",
	problem.Overloaded:               "There are too many calls at once. Try again after the time in `Retry-After`.",
	problem.StoreUnavailable:         "The shared store did not answer in time. Try again after the time in `Retry-After`, with the same key.",
	problem.StoreOfAnotherRelease:    "Another release of the platform or the adapter installed the shared store. Give this release [a store of its own](several-servers.md#back-up-restore-upgrade).",
	problem.StoreAltered:             "A value in the shared store is not as the platform wrote it. The server's log names its key.",
	problem.InternalError:            "This is a defect of the platform. Nothing was stored. Report it with the server's log line.",
	problem.AddressUnavailable:       "The server cannot listen on its address: another program has the port, or the machine does not have the address. Choose another address.",
	problem.UsageError:               "A flag or an argument is wrong. The message says what to write.",
	problem.FileNotReadable:          "A file is missing, cannot be read, or is too large. Check the path.",
	problem.FileProtected:            "The output file or folder exists. Name another, or add `--force`.",
	problem.FileNotWritable:          "The output could not be written, and no part of it is left. The message says why.",
	problem.ProposalAltered:          "The proposal was altered. The faults say where. See [evidence](evidence.md#altered).",
	problem.Interrupted:              "The command was interrupted. Its report has the files that were done.",
	problem.ProposalRejected:         "The file or folder is not a proposal. Name a bundle or a saved proposal.",
}

// commandOnly reports whether the API never sends a code.
func commandOnly(c problem.Code) bool {
	switch c {
	case problem.AddressUnavailable, problem.UsageError, problem.FileNotReadable, problem.FileProtected, problem.FileNotWritable, problem.Interrupted, problem.ProposalAltered, problem.ProposalRejected:
		return true
	}
	return false
}
