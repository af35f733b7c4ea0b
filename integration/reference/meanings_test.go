package reference_test

import "platform.internal/platform-core/problem"

// meanings say of each code what it means and what to do.
var meanings = map[problem.Code]string{
	problem.IdempotencyKeyMissing:    "A POST that stores needs the header `Idempotency-Key`; send one.",
	problem.IdempotencyKeyInvalid:    "The key is longer than 255 characters, not visible ASCII, or sent twice; send a short one once.",
	problem.CrossOriginRefused:       "A page of another origin called; call from the server's own, or without a browser.",
	problem.HostNotAllowed:           "The server is called by a name that is not its own; use its address, or start it with `--allow-host NAME`.",
	problem.InstallationNotFound:     "Nobody has chosen provider and mode yet; POST a profile, or use Setup in the portal.",
	problem.RequestNotFound:          "There is no request with this ID; after a restart send it again, and it gets the same ID.",
	problem.ProposalNotFound:         "There is no proposal with this ID; make it again from its request, and it gets the same ID.",
	problem.RouteNotFound:            "The API has no such address; `/openapi.json` lists all.",
	problem.MethodNotAllowed:         "The address takes other methods; the header `Allow` lists them.",
	problem.IdempotencyKeyReused:     "The key belongs to another payload; send this one with a new key.",
	problem.InstallationLocked:       "The installation has another profile, for as long as the server runs; restart it to choose again.",
	problem.InstallationRequired:     "There is no installation yet; POST a profile first.",
	problem.RequestNotAccepted:       "A proposal was asked for a request that policy denies; `platform request fix` says what to change.",
	problem.ProposalNotOffered:       "The adapter makes no proposals for this request; its provider team knows why.",
	problem.BodyTooLarge:             "The body is over 64 KiB; a request needs less than 3.",
	problem.UnsupportedMediaType:     "The body is not declared as JSON; send `Content-Type: application/json`.",
	problem.MalformedBody:            "The text is not one document of JSON or YAML; the faults say where.",
	problem.InvalidRequest:           "The document is no request; each fault names a field and what to write.",
	problem.InstallationRejected:     "The profile is at fault; each fault names the place and what to write.",
	problem.AdapterContractViolation: "The adapter answered something that its contract forbids; tell its provider team the fault's code.",
	problem.AdapterUnavailable:       "The adapter cannot be asked; the fault's code says why, and [when to try again](fault-codes.md#when-an-adapter-fails).",
	problem.CapacityExhausted:        "The server holds as much as it may; what is stored is still served. Start it with a larger `--max-records`; a store in memory is then empty.",
	problem.Overloaded:               "Too many calls at once; try again after the time in `Retry-After`.",
	problem.StoreUnavailable:         "The store that several servers share cannot be reached, or did not answer in time; try again after the time in `Retry-After`, with the same key.",
	problem.StoreOfAnotherRelease:    "The shared store was installed with another release of the platform or of the adapter.",
	problem.StoreAltered:             "Something in the shared store is not as the platform wrote it.",
	problem.InternalError:            "A fault of the platform; nothing was stored. Report it with the server's log line.",
	problem.AddressUnavailable:       "A server cannot listen on its address: another program has the port, or the machine does not have the address. Choose another one.",
	problem.UsageError:               "The command was called wrongly; the message says what to write.",
	problem.FileNotReadable:          "A file is missing, cannot be read, or is too large; check the path.",
	problem.FileProtected:            "An output exists; name another, or add `--force`.",
	problem.FileNotWritable:          "An output could not be written; nothing is left of it. The message says why.",
	problem.ProposalAltered:          "The proposal is not as the platform made it; the faults say where. See [evidence](evidence.md).",
	problem.Interrupted:              "Somebody interrupted the command; of many files, its report has those that were done.",
	problem.ProposalRejected:         "The file or folder is no proposal; name a bundle or a saved proposal.",
}

// commandOnly reports whether the API never sends a code.
func commandOnly(c problem.Code) bool {
	switch c {
	case problem.AddressUnavailable, problem.UsageError, problem.FileNotReadable, problem.FileProtected, problem.FileNotWritable, problem.Interrupted, problem.ProposalAltered, problem.ProposalRejected:
		return true
	}
	return false
}
