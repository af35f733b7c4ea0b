package layering_test

// access is what a package can do beyond computing values from its arguments.
type access string

const (
	Plain       access = "" // computes only: everybody may
	Clock       access = "clock"
	Environment access = "environment"
	Files       access = "files"
	Handlers    access = "HTTP handlers"
	Network     access = "network"
	Process     access = "processes"
	Random      access = "randomness"
	Runtime     access = "runtime"
	Streams     access = "standard streams"
	System      access = "system calls"
	Testing     access = "testing"

	Unlisted access = "what the table packages does not list" // not allowed
)

// granted is the access that each package of the product may use, and why. A
// package that is not here may use none. An entry for "x/..." holds for x and all
// packages below it.
var granted = map[string]map[access]string{
	"platform-core/adapter/adaptertest": {
		Clock:   "bounds the calls to the adapter under test, asks it again later",
		Process: "starts the adapter under test",
	},
	"platform-core/adapter/adaptertest/testkit": {
		Clock:   "asks the adapter under test in another year",
		Process: "starts the adapter under test",
		Testing: "its functions are called by an author's tests",
	},
	"platform-core/adapter/plugin": {
		Environment: "reads what the host names: the cookie and the socket's folder",
		Files:       "finds the folder for temporary files where the host names none",
		Network:     "listens, answers the host by gRPC",
		Process:     "ignores interrupts, which the host handles",
		Streams:     "says its first line, logs to stderr, ends when stdin closes",
		System:      "confines itself",
	},
	"platform-core/adapter/adaptertool": {
		Clock:   "says how many days are left of the adapters' facts",
		Files:   "writes the module of a new adapter; reads a list of prices and the facts, writes the adapters' tables",
		Streams: "main",
	},
	"platform-core/adapter/adaptertool/template/cmd/platform-provider-template": {Process: "is an adapter's process"},
	"platform-core/adapterhost": {
		Clock:   "restarts with back-off, bounds calls",
		Files:   "reads the lock file and the adapters",
		Network: "calls adapters by gRPC",
		Process: "starts adapters",
		Runtime: "names the system in messages",
		Streams: "the log of an adapter in this process",
		System:  "asks who owns what is locked",
	},
	"platform-core/adapterhost/internal/process": {
		Clock:   "bounds start and end, limits lines, watches what a process takes",
		Files:   "opens the adapter's executable, reads /proc, makes control groups",
		Network: "connects to an adapter's socket",
		Process: "starts the launch shim",
		Random:  "an address that cannot be guessed",
		Runtime: "chooses the filter of the architecture, counts processors",
		System:  "seccomp, Landlock, limits of resources, who listens at a socket, inherited descriptors",
	},
	"platform-core/adapterhost/internal/shim": {
		Runtime: "names the architecture",
		System:  "confines itself before the adapter starts",
	},
	"platform-core/terminal": {
		Clock:  "bounds the end, dates the warning about dropped lines",
		System: "asks terminals for their width",
	},
	"platform-core/envguard": {System: "clears the environment before package os reads it"},
	"platform-core/serve": {
		Files:    "a library reads the figures of the process itself",
		Clock:    "bounds connections, says how long it served",
		Network:  "listens, serves HTTP",
		Handlers: "serves HTTP",
		Process:  "ends on a signal",
		Streams:  "main",
		System:   "reads the limit of open files; signals",
		Random:   "the ID of a request that has none",
		Runtime:  "says with which Go a program was built",
	},
	"platform-core/internal/confinement": {
		Files:   "names its own process",
		Runtime: "chooses the filter of the architecture",
		System:  "seccomp and Landlock",
	},
	"platform-core/internal/confinement/probe": {Runtime: "names the architecture", System: "tries what must be refused"},
	"platform-core/internal/providerv1": {
		System: "generated protobuf code",
	},
	"platform-core/internal/rpc": {
		Network: "the gRPC side of the contract",
		Runtime: "the stack of a panic",
	},
	"platform-core/rulefile":        {Files: "reads the rule files of a profile"},
	"platform-core/store/storetest": {Testing: "for tests", Random: "texts that do not compress, the same each time"},
	"platform-server": {
		Clock:    "deadlines and log lines; nothing of it is evidence",
		Handlers: "answers the API",
	},
	"platform-server/cmd/platform-server": {
		Clock:       "hands it to the service",
		Environment: "empties it",
		Files:       "reads the profile",
		Handlers:    "hands one to serve",
		Network:     "listens",
		Process:     "starts adapters, ends on a signal",
		Streams:     "main",
	},
	"platform-server/etcdstore": {
		Clock:   "bounds calls of etcd",
		Files:   "reads the certificates for etcd",
		Network: "calls etcd, where a flag asks for it",
	},
	"platform-server/internal/measure": {Clock: "durations of calls; nothing of it is evidence", Process: "names what adapters do"},
	"platform-cli": {
		Clock:   "hands it to the service",
		Files:   "finds the adapters beside the program",
		Process: "starts adapters, and those that are to be tested",
	},
	"platform-cli/cmd/platform": {Environment: "empties it", Process: "ends on a signal", Streams: "main"},
	"platform-cli/internal/command/mcpserver": {
		Clock:   "bounds the wait for calls in flight",
		Process: "uses the server of a library for agents; the client of the library can start processes",
	},
	"platform-cli/internal/commandtest": {
		Files:   "makes a folder with documents",
		Testing: "runs a command in a test",
	},
	"platform-cli/internal/fileio": {
		Files:  "reads and writes documents and bundles",
		Random: "a temporary file's name",
		System: "renames without replacing",
	},
	"portal": {Handlers: "returns one"},
	"portal/cmd/platform-portal": {
		Environment: "empties it",
		Handlers:    "hands one to serve",
		Network:     "listens",
		Streams:     "main",
	},
	"portal/internal/api": {Network: "calls the API", Handlers: "calls the API"},
	"portal/internal/portaltest": {
		Handlers: "a fake API",
		Network:  "a fake API",
		Testing:  "for tests",
	},
	"portal/internal/page/proposal":   {Files: "writes a zip file in memory; the library can open one too"},
	"portal/internal/form":            {Random: "an idempotency key"},
	"portal/internal/page/...":        {Handlers: "answers pages"},
	"portal/internal/page/operations": {Clock: "ages of proposals; nothing of it is evidence"},
	"portal/internal/shell":           {Clock: "deadlines", Handlers: "answers pages"},

	"provider-a/cmd/platform-provider-a": {Process: "is an adapter's process"},
	"provider-b/cmd/platform-provider-b": {Process: "is an adapter's process"},
}

// packages of the core, of the standard library and of others, and what importing
// one gives access to. Each is listed by its whole path: the package below a
// harmless one may be a client of HTTP. No package may import
// a library that is not here: add it, with what it can do.
var packages = map[string]access{
	// The core. The adapters' protocol is messages: to send one takes gRPC.
	internal + "platform-core": Plain,
	core + "adapter":           Plain, core + "difference": Plain, core + "document": Plain, core + "handover": Plain, core + "policy": Plain, core + "portfolio": Plain, core + "problem": Plain, core + "profile": Plain,
	core + "proposal": Plain, core + "request": Plain, core + "schemas": Plain, core + "service": Plain, core + "space": Plain, core + "store": Plain, core + "store/storetest": Testing, core + "terminal": Plain,
	core + "wire":                Plain,
	core + "adapter/adaptertest": Process, core + "adapter/adaptertest/testkit": Testing, core + "adapter/plugin": Process,
	core + "adapter/adaptertool/template": Plain,
	core + "adapterhost":                  Process, core + "adapterhost/internal/shim": System,
	core + "adapterhost/internal/process": Process,
	core + "rulefile":                     Files,
	core + "envguard":                     Environment,
	core + "serve":                        Network,
	core + "internal/confinement":         System, core + "internal/confinement/probe": System,
	core + "internal/providerv1": Plain, core + "internal/rpc": Network,

	// The standard library.
	"archive/zip": Files, "bufio": Plain, "bytes": Plain, "cmp": Plain, "compress/gzip": Plain, "context": Plain, "crypto/sha256": Plain, "crypto/tls": Network, "crypto/x509": Files, "embed": Plain,
	"encoding": Plain, "encoding/binary": Plain, "encoding/csv": Plain, "encoding/hex": Plain, "encoding/json": Plain, "encoding/pem": Plain, "encoding/xml": Plain, "errors": Plain, "go/token": Plain, "fmt": Plain,
	"html/template": Plain, "io": Plain, "io/fs": Plain, "iter": Plain, "log/slog": Plain, "maps": Plain, "math": Plain, "math/big": Plain,
	"math/bits": Plain, "mime": Plain, "net/netip": Plain, "net/url": Plain, "path": Plain, "path/filepath": Plain, "reflect": Plain,
	"regexp": Plain, "regexp/syntax": Plain, "slices": Plain, "sort": Plain, "strconv": Plain, "strings": Plain, "sync": Plain, "sync/atomic": Plain, "time": Plain,
	"text/template": Plain, "text/template/parse": Plain,
	"unicode": Plain, "unicode/utf16": Plain, "unicode/utf8": Plain,
	"crypto/ed25519": Random, "crypto/rand": Random, "math/rand/v2": Random, "hash/maphash": Random,
	"debug/elf": Files, "os": Files,
	"flag": Streams,
	"net":  Network, "net/http": Handlers, "net/http/httptest": Network,
	"os/exec": Process, "os/signal": Process,
	"runtime": Runtime, "runtime/debug": Runtime,
	"syscall": System, "unsafe": System,
	"testing": Testing, "testing/synctest": Testing,

	// Libraries.
	"cel.dev/cel-go/cel": Plain, "cel.dev/cel-go/common/ast": Plain, "cel.dev/cel-go/common/operators": Plain, "cel.dev/cel-go/common/overloads": Plain, "cel.dev/cel-go/common/types": Plain,
	"cel.dev/cel-go/common/types/ref": Plain, "cel.dev/cel-go/common/types/traits": Plain, "cel.dev/cel-go/ext": Plain, "cel.dev/cel-go/interpreter": Plain, "cel.dev/cel-go/parser": Plain,
	"github.com/gowebpki/jcs": Plain, "github.com/aymanbagabas/go-udiff": Plain, "golang.org/x/sync/semaphore": Plain, "golang.org/x/text/unicode/norm": Plain, "golang.org/x/text/width": Plain, "gopkg.in/yaml.v3": Plain, "golang.org/x/mod/module": Plain, "golang.org/x/net/html": Plain,
	"github.com/microcosm-cc/bluemonday": Plain, "github.com/yuin/goldmark": Plain, "github.com/yuin/goldmark/extension": Plain,
	"github.com/hashicorp/go-hclog": Plain, "github.com/hashicorp/go-plugin": Process, "github.com/hashicorp/go-plugin/runner": Process,
	"github.com/hashicorp/hcl/v2": Plain, "github.com/hashicorp/hcl/v2/ext/tryfunc": Plain, "github.com/hashicorp/hcl/v2/ext/typeexpr": Plain,
	"github.com/hashicorp/hcl/v2/hclsyntax": Plain, "github.com/hashicorp/hcl/v2/hclwrite": Plain,
	"github.com/zclconf/go-cty/cty": Plain, "github.com/zclconf/go-cty/cty/convert": Plain, "github.com/zclconf/go-cty/cty/function": Plain,
	"github.com/zclconf/go-cty/cty/function/stdlib": Plain, "github.com/zclconf/go-cty/cty/gocty": Plain, "github.com/zclconf/go-cty/cty/json": Plain,
	"github.com/prometheus/client_golang/prometheus": Plain, "github.com/prometheus/client_golang/prometheus/collectors": Files, "github.com/prometheus/client_golang/prometheus/promhttp": Handlers, "github.com/prometheus/client_golang/prometheus/testutil/promlint": Plain, "github.com/prometheus/client_model/go": Plain,
	"github.com/prometheus/common/expfmt": Plain, "github.com/prometheus/common/model": Plain,
	"github.com/modelcontextprotocol/go-sdk/jsonrpc": Plain, "github.com/modelcontextprotocol/go-sdk/mcp": Process,
	"github.com/spf13/cobra": Plain, "github.com/spf13/pflag": Plain,
	"github.com/tdewolff/minify/v2": Plain, "github.com/tdewolff/minify/v2/css": Plain, "github.com/tdewolff/minify/v2/js": Plain,
	"github.com/hashicorp/golang-lru/v2": Plain, "github.com/klauspost/compress/zstd": Plain, "go.uber.org/zap": Streams,
	"go.etcd.io/etcd/api/v3/etcdserverpb": Plain, "go.etcd.io/etcd/api/v3/mvccpb": Plain, "go.etcd.io/etcd/api/v3/v3rpc/rpctypes": Plain, "go.etcd.io/etcd/client/v3": Network,
	"github.com/go-chi/chi/v5": Handlers, "github.com/go-chi/chi/v5/middleware": Handlers,
	"github.com/stretchr/testify/assert": Testing, "github.com/stretchr/testify/require": Testing,
	"golang.org/x/sys/unix":  System,
	"golang.org/x/term":      System,
	"golang.org/x/time/rate": Clock,
	"google.golang.org/grpc": Network, "google.golang.org/grpc/codes": Network, "google.golang.org/grpc/credentials/insecure": Network,
	"google.golang.org/grpc/health": Network, "google.golang.org/grpc/health/grpc_health_v1": Network, "google.golang.org/grpc/encoding": Plain, "google.golang.org/grpc/encoding/proto": Plain, "google.golang.org/grpc/mem": Plain,
	"google.golang.org/grpc/metadata": Network, "google.golang.org/grpc/stats": Network, "google.golang.org/grpc/status": Network,
	"google.golang.org/grpc/test/bufconn":                     Network,
	"google.golang.org/genproto/googleapis/api/expr/v1alpha1": Plain, "google.golang.org/protobuf/encoding/protowire": Plain, "google.golang.org/protobuf/proto": Plain, "google.golang.org/protobuf/reflect/protoreflect": Plain, "google.golang.org/protobuf/runtime/protoimpl": Plain,
}

// symbols are uses that differ from their package's entry. A method that is not
// here is covered by its type: code that has no http.Client cannot call its Do.
var symbols = map[access][]string{
	Plain: {
		"crypto/ed25519.PublicKey", "crypto/ed25519.Verify", "go.uber.org/zap.NewNop",
		core + "adapter/adaptertest.Failed", core + "adapter/adaptertest.Property", core + "adapter/adaptertest.Report",
		core + "adapter/adaptertest.Skipped", core + "serve.BodyTime", core + "serve.HealthCheck", core + "serve.Refusal", core + "serve.ForeignHost", core + "serve.ForeignRead", core + "serve.ForeignWrite", core + "serve.EntryOf", core + "serve.Hosts", core + "serve.Metrics", core + "serve.NewMetrics", core + "internal/confinement.Report",
	},
	Handlers: {core + "serve.Below", core + "serve.Guard", core + "serve.Observed", core + "serve.Observer", core + "serve.Recovered"},
	Clock: {
		"time.Now", "time.Since", "time.Until", "time.After", "time.AfterFunc", "time.Tick", "time.NewTicker", "time.Ticker",
		"time.NewTimer", "time.Timer", "time.Sleep", "context.WithTimeout", "context.WithTimeoutCause", "context.WithDeadline",
		"context.WithDeadlineCause",
	},
	Environment: {
		"os.Getenv", "os.LookupEnv", "os.Environ", "os.Expand", "os.ExpandEnv", "os.Setenv", "os.Unsetenv", "os.Clearenv", "os.TempDir",
		"os.UserHomeDir", "os.UserConfigDir", "os.UserCacheDir", "os/exec.LookPath", "syscall.Getenv", "syscall.Environ",
		"time.Local", "time.LoadLocation", "time.Time.Local", "time.Unix", "time.UnixMilli", "time.UnixMicro", // in the system's time zone
	},
	Files: {
		"path/filepath.Abs", "path/filepath.EvalSymlinks", "path/filepath.Glob", "path/filepath.Walk", "path/filepath.WalkDir",
		"html/template.ParseFiles", "html/template.ParseGlob", "html/template.Template.ParseFiles", "html/template.Template.ParseGlob",
		"text/template.ParseFiles", "text/template.ParseGlob", "text/template.Template.ParseFiles", "text/template.Template.ParseGlob",
		"mime.TypeByExtension", "mime.ExtensionsByType", "mime.AddExtensionType", // read the system's table
		"net/http.Dir", "net/http.ServeFile",
	},
	Network: {
		"net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm", "net/http.Client", "net/http.DefaultClient",
		"net/http.Transport", "net/http.DefaultTransport", "net/http.Server", "net/http.Serve", "net/http.ServeTLS",
		"net/http.ListenAndServe", "net/http.ListenAndServeTLS",
	},
	Process: {
		"os.Interrupt", "os.Kill", "os.Signal", "syscall.SIGINT", "syscall.SIGTERM", "os.StartProcess", "os.FindProcess", "os.Process", "syscall.SIGPIPE", "syscall.Exec", "syscall.ForkExec", "syscall.Kill",
	},
	Streams: {
		"os.Stdin", "os.Stdout", "os.Stderr", "os.Args", "os.Exit", "fmt.Print", "fmt.Printf", "fmt.Println", "fmt.Scan", "fmt.Scanf",
		"fmt.Scanln", "log/slog.Default", "log/slog.Info", "log/slog.Warn", "log/slog.Error", "log/slog.Debug", "log/slog.DebugContext",
		"log/slog.InfoContext", "log/slog.WarnContext", "log/slog.ErrorContext", "log/slog.Log", "log/slog.LogAttrs", "log/slog.With",
		"log/slog.SetDefault", "builtin.print", "builtin.println",
	},
	System: {"reflect.NewAt", "reflect.SliceHeader", "reflect.StringHeader"},
}
