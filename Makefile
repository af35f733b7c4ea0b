# The two commands that everybody needs are `make run` and `make test`.
# `make help` lists the rest; `make check` is what CI runs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# The modules of the workspace, as go.work lists them.
MODULES := $(shell sed -n 's/^\t\.\///p' go.work)

export GOPRIVATE := platform.internal
# The same flags everywhere, so that Go's cache serves builds, tests, linters and tools alike. Only the
# race detector needs cgo.
export GOFLAGS := -trimpath -buildvcs=false -tags=grpcnotrace
export CGO_ENABLED := 0
BIN := $(CURDIR)/bin
TOOLS := $(CURDIR)/.bin
ADAPTERS := $(wildcard ./provider-*/cmd/platform-provider-*)
# grpcnotrace leaves out gRPC's page of traces. With its templates the linker keeps every method: 4 MB a binary.
BUILD := go build -ldflags "-s -w"
BUF := $(TOOLS)/node_modules/.bin/buf

##@ Use

.PHONY: run
run: ## Build, then start server and portal; other addresses with API=HOST:PORT PORTAL=HOST:PORT
	@echo "[1/2] building the platform's commands, about 3 minutes the first time"
	@$(MAKE) --no-print-directory build
	@echo "[2/2] starting the API and the portal"
	@.ci/start.sh $(BIN) $(or $(API),127.0.0.1:8080) $(or $(PORTAL),127.0.0.1:8081)

# The lock file trusts everything in bin/adapters, so adapters of removed modules are deleted first.
.PHONY: build
build: ## Build every command into bin/, and the adapters with their lock file
	@mkdir -p $(BIN)/adapters
	@rm -f $(filter-out $(addprefix $(BIN)/adapters/,adapters.lock.json $(notdir $(ADAPTERS))),$(wildcard $(BIN)/adapters/*))
	@$(BUILD) -o $(BIN)/ ./platform-server/cmd/platform-server ./platform-cli/cmd/platform ./portal/cmd/platform-portal
	@$(BUILD) -o $(BIN)/adapters/ $(ADAPTERS)
	@$(BIN)/platform provider lock $(BIN)/adapters -o text

.PHONY: new-adapter
new-adapter: ## Write the module of a new adapter and add it to the workspace: NAME=provider_c
	@module=$$(go run ./platform-core/adapter/adaptertool new "$(NAME)"); \
	  go work use "./$$module"; \
	  GOWORK=off go -C "$$module" mod tidy; \
	  echo "wrote $$module; docs/adapters.md continues from here"

.PHONY: prices
prices: ## Write machine prices anew: FROM=FILE, for other adapters with LISTS="LIST=FOLDER ..."
	@go run ./platform-core/adapter/adaptertool prices "$(FROM)" $(or $(LISTS),aws=provider-a/data azure=provider-b/data)

.PHONY: facts
facts: ## List the dated facts of the adapters, the first to end first
	@go run ./platform-core/adapter/adaptertool facts $(filter provider-%,$(MODULES))

.PHONY: facts-due
facts-due: ## Fail if a fact of the adapters ends within 60 days; a job of each week, not part of check
	@go run ./platform-core/adapter/adaptertool facts --due-within 60d $(filter provider-%,$(MODULES))

##@ Check

.PHONY: test
test: $(TOOLS)/gotestsum ## Run every test, and a sample of the long ones
	@.ci/test.sh -short

.PHONY: test-all
test-all: $(TOOLS)/gotestsum ## Run every test whole
	@.ci/test.sh

$(TOOLS)/gotestsum: tools/go.mod
	@GOWORK=off go -C tools build -o $@ gotest.tools/gotestsum

.PHONY: cover
cover: ## Print the statements that the modules' own tests cover, by package and in total
	@mkdir -p $(TOOLS)
	@packages=$$(go list work | grep -v '^platform.internal/integration/'); \
	  go test -short -coverprofile=$(TOOLS)/cover.out $$packages | grep -v 'no test files' || exit 1; \
	  go tool cover -func=$(TOOLS)/cover.out | tail -n 1

.PHONY: check
check: modules other-systems tidy-check generate-check lint release-check test-all bench-once vuln ## Everything that CI checks

.PHONY: modules
modules: ## Compile each module and its tests without the workspace, as its own team would
	@for m in $(MODULES); do echo "module: $$m"; GOWORK=off go -C $$m list -export -test ./... >/dev/null; done # compiles without linking

.PHONY: other-systems
other-systems: ## Compile for macOS, where adapters run unconfined; others with SYSTEMS="freebsd"
	@for s in $(or $(SYSTEMS),darwin); do echo "system: $$s"; \
	  GOOS=$$s go list -export -test ./platform-core/... ./platform-cli/... $(patsubst %,./%/...,$(filter provider-%,$(MODULES))) >/dev/null; done

.PHONY: tidy-check
tidy-check: ## Fail when a go.mod or go.sum is not tidy
	@for m in $(MODULES); do GOWORK=off go -C $$m mod tidy -diff; done; GOWORK=off go -C tools/release mod tidy -diff

.PHONY: lint
lint: tools ## Run the linters
	$(TOOLS)/golangci-lint run --allow-parallel-runners --build-tags scan,grpcnotrace $$(go list -m -f '{{.Dir}}/...')
	cd tools/release && GOWORK=off $(TOOLS)/golangci-lint run --allow-parallel-runners ./...
	@.ci/contract.sh $(BUF)
	@.ci/needs.sh shellcheck
	shellcheck .ci/*.sh .ci/run docs/ci/*.sh examples/operations/*.sh examples/workflows/*.sh examples/workflows/*/*.sh
	$(TOOLS)/actionlint docs/ci/github.yml .github/workflows/*.yml examples/workflows/github/*.yml
	@$(MAKE) --no-print-directory words
	@.ci/commits.sh

.PHONY: generate
generate: tools ## Generate the contract's Go code and the compiled built-in rules
	PATH="$(TOOLS):$(TOOLS)/node_modules/.bin:$$PATH" GOWORK=off go -C platform-core generate ./...

.PHONY: generate-check
generate-check: generate ## Fail when a generated file is not fresh
	@git diff --exit-code -- '*.pb.go' platform-core/policy/builtin_rules.json || { echo "generated files are stale: run make generate and commit"; exit 1; }

.PHONY: release-contract
release-contract: tools ## Fix the adapter contract as it is released now; part of each release
	@.ci/contract.sh $(BUF)
	cd platform-core/internal/providerv1 && $(BUF) build --exclude-source-info -o released.binpb

.PHONY: release
release: $(TOOLS)/release ## Make archives, packages, image, SBOMs and checksums of the commit in dist/; SIGNATURES=DIR of the lock files
	@$(TOOLS)/release -out dist $(if $(SIGNATURES),-signatures "$(SIGNATURES)")

.PHONY: sdk
sdk: $(TOOLS)/release ## Make only the SDK for authors of adapters of the commit in dist/
	@$(TOOLS)/release -out dist -sdk-only

.PHONY: release-check
release-check: ## Make the release of a tiny repository twice, and compare
	@GOWORK=off go -C tools/release test -count=1 ./...

.PHONY: $(TOOLS)/release
$(TOOLS)/release:
	@mkdir -p $(TOOLS)
	@GOWORK=off go -C tools/release build -o $@ .

# Generated pages have the words of the programs. The review page is hashed, so its words stay.
.PHONY: words
words: $(TOOLS)/vale ## Check the words of pages, comments and messages
	@$(TOOLS)/vale --output=line $$(git ls-files '*.md' '*.go' '*.proto' '*.html' '*.tmpl' '*/help.txt' '.ci/*' | \
	  grep -vE '/testdata/|\.pb\.go$$|^docs/(fields|providers|reference)\.md$$|/review\.md\.tmpl$$')

$(TOOLS)/vale: tools/vale/go.mod tools/vale/go.sum .ci/trimmed-tool.sh
	@mkdir -p $(TOOLS)
	@.ci/trimmed-tool.sh vale $(TOOLS)

.PHONY: vuln
vuln: tools ## Look for known vulnerabilities in what the code calls
	@.ci/needs.sh curl
	@.ci/vuln.sh $(TOOLS)/govulncheck $(MODULES)

.PHONY: scan
scan: scanners ## Scan every kind of bundle with tfsec, KICS and tflint, and plan and test them with Terraform
	go test -tags scan,grpcnotrace -count=1 -timeout 60m -v ./integration/terraform | { grep -Ev '^=== |^ *--- PASS' || true; }

.PHONY: fuzz
fuzz: ## Run each fuzz target for a while; FUZZTIME=30s
	go test ./platform-core/document -run '^$$' -fuzz FuzzRead -fuzztime $(or $(FUZZTIME),30s)
	go test ./platform-core/request -run '^$$' -fuzz FuzzParse -fuzztime $(or $(FUZZTIME),30s)
	go test ./platform-core/request -run '^$$' -fuzz FuzzNetworkCIDR -fuzztime $(or $(FUZZTIME),30s)
	go test ./integration/schema -run '^$$' -fuzz FuzzSchema -fuzztime $(or $(FUZZTIME),30s)

.PHONY: bench
bench: $(if $(PLATFORM_BINARIES),,build) ## Measure beside peers, print one table; ONLY=replay for one part, PLATFORM_BINARIES=DIR for another build
	@PLATFORM_BINARIES=$(abspath $(or $(PLATFORM_BINARIES),$(BIN))) go test ./integration/bench -run '^$$' -bench '^BenchmarkReach$$/^$(or $(ONLY),.*)$$' -timeout 20m

.PHONY: robustness
robustness: $(if $(PLATFORM_BINARIES),,build) ## Disturb servers that share a store in etcd, for TIME=30m
	@PLATFORM_BINARIES=$(abspath $(or $(PLATFORM_BINARIES),$(BIN))) CGO_ENABLED=1 go test -race ./integration/history -count=1 -v -timeout 0 -run '^(TestServersOnOneStore|TestAStoreInEtcd)$$' -robustness $(or $(TIME),30m)

.PHONY: bench-once
bench-once: build ## Run each benchmark once, to see that it works; its figures mean nothing
	@once() { out=$$(PLATFORM_BINARIES=$(BIN) go test -vet=off -run '^$$' -bench . "$$@") || { echo "$$out"; exit 1; }; }; \
	  once -benchtime 1x $$(git grep -l '^func Benchmark' -- 'platform-*' 'provider-*' | xargs -n1 dirname | sort -u | sed 's|^|./|'); \
	  once -short ./integration/bench

.PHONY: bench-peers
bench-peers: ## Build OPA, conftest and cue, which make bench measures beside the platform, into .bin/
	GOWORK=off go -C tools/peers build -ldflags "-s -w" -o $(TOOLS)/ tool

##@ Tools

.PHONY: tools
tools: $(TOOLS)/.installed ## Install the linters and generators into .bin/

$(TOOLS)/.installed: tools/go.mod tools/go.sum tools/package.json
	@.ci/needs.sh npm
	GOBIN=$(TOOLS) GOWORK=off go -C tools install tool
	npm install --silent --no-audit --no-fund --no-package-lock --prefix $(TOOLS) @bufbuild/buf@$$(sed -n 's/.*"@bufbuild\/buf": "\(.*\)".*/\1/p' tools/package.json)
	@touch $@

.PHONY: tofu
tofu: $(TOOLS)/tofu $(TOOLS)/tfsec ## Build OpenTofu and tfsec, which check the adapters' Terraform, into .bin/

$(TOOLS)/tofu: tools/opentofu/go.mod tools/opentofu/go.sum .ci/trimmed-tool.sh
	@.ci/trimmed-tool.sh tofu $(TOOLS)

$(TOOLS)/tfsec: tools/scan/go.mod tools/scan/go.sum .ci/trimmed-tool.sh
	@.ci/trimmed-tool.sh tfsec $(TOOLS)

.PHONY: scanners
scanners: tofu $(TOOLS)/terraform $(TOOLS)/kics $(TOOLS)/tflint ## Build what make scan needs beside OpenTofu and tfsec into .bin/

$(TOOLS)/terraform: tools/terraform/go.mod tools/terraform/go.sum
	GOWORK=off go -C tools/terraform build -ldflags "-s -w" -o $@ github.com/hashicorp/terraform

$(TOOLS)/kics: tools/kics/go.mod tools/kics/go.sum
	GOWORK=off go -C tools/kics build -ldflags "-s -w" -o $@ github.com/Checkmarx/kics/v2/cmd/console

$(TOOLS)/tflint: tools/tflint/go.mod tools/tflint/go.sum
	GOWORK=off go -C tools/tflint build -ldflags "-s -w" -o $@ github.com/terraform-linters/tflint

# The Debian packages of every step, in one installation before anything is built. The race detector needs
# a C compiler. The portal asks for Arial: without Liberation, Chromium takes a wider font.
.PHONY: needs-packages
needs-packages:
	@.ci/needs.sh gcc chromium fonts-liberation npm curl jq hugo openssl zsh fish

.PHONY: needs-test
needs-test: tofu needs-packages # the tools of the tests of the whole platform
	@.ci/checkers.sh $(TOOLS)
	@.ci/prometheus.sh $(TOOLS)

.PHONY: site
site: ## Build the site of the documentation into dist/site
	@.ci/needs.sh hugo
	@hugo --source docs/site --destination $(CURDIR)/dist/site --noBuildLock --quiet

.PHONY: pictures
pictures: build ## Take the README's screenshots again
	@.ci/pictures.sh

.PHONY: clean
clean: ## Remove what was built
	rm -rf $(BIN) $(TOOLS)

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s", substr($$0, 5) "\n"} \
	  /^[a-z-]+:.*## / {line = sprintf("  %-16s", $$1); n = split($$2, word, " "); \
	  for (i = 1; i <= n; i++) {if (length(line " " word[i]) > 80) {print line; line = sprintf("  %-16s", "")} line = line " " word[i]} print line}' $(MAKEFILE_LIST)
