package adapters_test

// ending is how an attack has to end.
type ending string

const (
	refused  ending = "refused"  // the call fails, and the process is ended
	ended    ending = "ended"    // the call is answered; the process is ended later
	harmless ending = "harmless" // the call is answered, and the process lives on
	bounded  ending = "bounded"  // any of them: the kernel refuses more, which may end a process
)

// attack is one that the program greedy makes: the name says when, and what it
// takes.
type attack struct {
	name string
	want ending
	// class is what is taken; under -short one of each class is made.
	class string
}

// loud are attacks that keep the machine busy, so they are made one after the
// other.
var loud = []attack{
	{"raw-start-threads", bounded, "threads"},
	{"sdk-describe-threads", bounded, "threads"},
	{"raw-call-threads", bounded, "threads"},
	{"sdk-call-threads", bounded, "threads"},
	{"sdk-after-threads", bounded, "threads"},

	{"sdk-start-memory", bounded, "memory"},
	{"raw-describe-memory", bounded, "memory"},
	{"sdk-call-memory", bounded, "memory"},
	{"sdk-after-memory", bounded, "memory"},
	{"raw-start-maps", bounded, "memory"},
	{"sdk-call-maps", bounded, "memory"},

	{"raw-start-files", bounded, "files"},
	{"sdk-start-files", bounded, "files"},
	{"raw-describe-files", bounded, "files"},

	{"raw-start-errors", harmless, "errors"},
	{"sdk-describe-errors", harmless, "errors"},
	{"sdk-call-errors", harmless, "errors"},
	{"sdk-after-errors", harmless, "errors"},

	{"raw-describe-headers", refused, "headers"},
	{"raw-after-headers", ended, "headers"},
	{"raw-after-headers-table", ended, "headers"},
	{"raw-call-headers-bomb", refused, "headers"},
	{"raw-describe-continuation", refused, "headers"},
	{"raw-after-push", ended, "headers"},
}

// quiet are attacks that are over at once, or cost little: made by four at a time.
var quiet = []attack{
	{"raw-start-tables", bounded, "page tables"},
	{"sdk-start-tables", bounded, "page tables"},
	{"raw-describe-tables", bounded, "page tables"},
	{"sdk-call-tables", bounded, "page tables"},
	{"sdk-after-tables", bounded, "page tables"},

	{"sdk-describe-files", harmless, "folder"},
	{"raw-call-files", harmless, "folder"},

	{"raw-start-descriptors", bounded, "descriptors"},
	{"sdk-describe-descriptors", bounded, "descriptors"},
	{"sdk-call-descriptors", bounded, "descriptors"},
	{"raw-after-descriptors", bounded, "descriptors"},

	{"raw-start-output-line", refused, "output"},
	{"raw-start-output-lines", refused, "output"},
	{"raw-start-output-64k", refused, "output"},
	{"raw-start-output-220k", refused, "output"},
	{"raw-start-handshake", refused, "output"},
	{"raw-describe-output-line", harmless, "output"},
	{"sdk-describe-output-lines", harmless, "output"},
	{"sdk-call-output-line", harmless, "output"},
	{"sdk-call-output-lines", harmless, "output"},
	{"sdk-after-output-line", harmless, "output"},
	{"sdk-call-output-crash", refused, "output"},

	{"raw-stream-knock", harmless, "streams"},
	{"raw-stream-knock-big", harmless, "streams"},
	{"raw-stream-drip-knock-big", harmless, "streams"},
	{"raw-stream-connection", harmless, "streams"},
	{"raw-stream-stdio", harmless, "streams"},

	{"raw-describe-empties", refused, "answers"},
	{"raw-call-empties", bounded, "answers"},

	{"raw-connect-yamux", refused, "protocol"},
	{"raw-connect-garbage", refused, "protocol"},
	{"raw-connect-close", refused, "protocol"},

	{"raw-describe-ping", refused, "frames"},
	{"raw-call-settings", refused, "frames"},
	{"raw-after-ping", ended, "frames"},
	{"raw-after-ping-answer", ended, "frames"},
	{"raw-after-settings", ended, "frames"},
	{"raw-after-settings-ack", ended, "frames"},
	{"raw-after-settings-long", ended, "frames"},
	{"raw-after-window", ended, "frames"},
	{"raw-after-window-stream", ended, "frames"},
	{"raw-after-unread-window", ended, "frames"},
	{"raw-after-reset", ended, "frames"},
	{"raw-after-goaway", ended, "frames"},
	{"raw-after-priority", ended, "frames"},
	{"raw-after-unknown", ended, "frames"},
	{"raw-after-unknown-empty", ended, "frames"},
	{"raw-describe-empty-data", refused, "frames"},
	{"raw-after-empty-data", ended, "frames"},
	{"raw-after-unknown-data", ended, "frames"},

	{"raw-after-drip-ping", harmless, "drip"},
	{"raw-after-drip-settings", harmless, "drip"},
	{"raw-after-drip-window", harmless, "drip"},
	{"raw-after-drip-headers", harmless, "drip"},
}

// waiting are attacks that last until a time limit: made all at once.
var waiting = []attack{
	{"raw-start-processor", refused, "processor"},
	{"sdk-describe-processor", refused, "processor"},
	{"sdk-call-processor", refused, "processor"},
	{"sdk-after-processor", ended, "processor"},
	{"raw-start-silence", refused, "silence"},
	{"raw-connect-silence", refused, "silence"},
	{"sdk-describe-silence", refused, "silence"},
	{"sdk-call-silence", refused, "silence"},
	{"raw-describe-unread-ping", refused, "unread"},
	{"raw-call-unread-settings", refused, "unread"},
}

// good is the name under which the program greedy is not.
const good = "sdk-never-nothing"
