# Every target installs and builds what it needs first. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PORT   ?= 8080
KEYS   ?= .run/keys.ndjson
PUBLIC ?= public-out

# Recipes read these as quoted environment variables, so their values are never evaluated.
export PORT KEYS PUBLIC

SOURCES := $(shell find contract lib import build gateway client fixtures -path client/dist -prune -o -type f \( -name '*.ts' -o -name '*.mjs' -o -name '*.css' -o -name '*.svg' -o -name '*.json' \) -print 2>/dev/null)

.PHONY: help install dist run preview test duckdb caches test-long test-fast test-nodes fuzz soak bench nodes lint audit history schemas expressions format catalogue clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Programs need fewer packages than tests. If those of the tests are there, they stay. npm writes this file at the end of
# each installation, so after an `npm ci` by hand nothing is installed again.
MANIFESTS := package-lock.json package.json $(wildcard */package.json)
INSTALLED := node_modules/.package-lock.json
TOOLS_INSTALLED := node_modules/.installed-tools

$(INSTALLED): $(MANIFESTS) .npmrc
	npm ci --no-fund --no-audit $(if $(wildcard node_modules/tap),,--omit=dev)
	@touch $@

# Adds what is missing, and so leaves alone what another target reads at the same time.
$(TOOLS_INSTALLED): $(INSTALLED)
	npm install --no-save --no-fund --no-audit
	@touch $@

# Builds tap with the plugins in .taprc. Otherwise tap would ignore them from its second run on. What it leaves in .tap
# leads to this folder by its whole path, so copies of this folder would run two taps at once; nothing needs it.
TAP_BUILT := node_modules/.tap-built

$(TAP_BUILT): $(TOOLS_INSTALLED) .taprc
	npx tap build
	@rm -rf .tap/plugins
	@touch $@

# Every build flushes its disk and so waits for the writes of all others; in memory there is nothing to wait for.
# If memory is short, .tap/fixtures stays a folder. test/helpers/typescript/tap.mjs knows this name.
TEST_MEMORY := /dev/shm/offers-catalogue-tests$(subst /,-,$(CURDIR))

.PHONY: fixtures-in-memory
fixtures-in-memory:
	@rm -rf .tap/fixtures .tap/suites "$(TEST_MEMORY)" && mkdir -p .tap
	@if [ "$$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $$4 }')" -gt 2000000 ] 2>/dev/null; then \
	  mkdir -p "$(TEST_MEMORY)" && ln -s "$(TEST_MEMORY)" .tap/fixtures; fi

install: $(TOOLS_INSTALLED) ## Install the dependencies, with those of tests and benchmarks

PACKERS := packaging/bundle-inputs.mjs packaging/bundled-packages.mjs packaging/stage-package.mjs

dist/client.tgz: $(INSTALLED) $(filter client/%,$(SOURCES)) client/README.md LICENSE tsconfig.json $(PACKERS)
	node client/build.mjs
	node packaging/stage-package.mjs dist/.client client
	npm pack --silent $(abspath dist/.client) --pack-destination dist
	mv dist/offers-catalogue-client-*.tgz dist/client.tgz
	rm -rf dist/.client

# The reflog: the version of a development build names its commit.
dist/.built: dist/client.tgz $(wildcard packaging/*.mjs) CHANGELOG.md $(SOURCES) $(wildcard .git/logs/HEAD)
	node packaging/esbuild.config.mjs
	@touch $@

dist: dist/.built ## Bundle each program into one file, and build the client

# With its days moved to the present, because the page shows the age of the catalogue.
run: dist ## Build the demonstration catalogue, as of today, and serve it (PORT=8080)
	@mkdir -p "$$(dirname "$$KEYS")"
	@node dist/gateway.mjs keys init --keys "$$KEYS"
	@node dist/present-day.mjs --source fixtures/catalogue --out .run/demonstration
	@node dist/build.mjs run --source .run/demonstration --out "$$PUBLIC"
	@node dist/gateway.mjs serve --public "$$PUBLIC" --keys "$$KEYS" --port "$$PORT" --log-level warn --welcome

preview: dist ## Serve SOURCE=DIR on this machine (PORT=8080)
	@node dist/build.mjs preview --source "$${SOURCE:?a source folder}" --port "$$PORT"

catalogue: dist ## Build a release from SOURCE=DIR into PUBLIC=DIR
	@node dist/build.mjs run --source "$${SOURCE:?a source folder}" --out "$$PUBLIC" $${AS_OF:+--as-of "$$AS_OF"}

# Runs suites, chosen as suites.mjs says, on this version of Node or on the one given.
run-suites = suites="$$(node test/helpers/suites.mjs $(1))"; $(or $(2),node) node_modules/.bin/tap run $(TAP_FLAGS) $$suites

# Runs the suites that contain a word. By an assignment, because only that fails if none does; tap would run all suites.
run-suites-with = suites="$$(grep -rl --include='*.test.ts' '$(1)' test)"; npx tap run $(TAP_FLAGS) $$suites

# CI runs the one snippet of our pages that needs DuckDB; elsewhere it is not worth 70 MB.
DUCKDB := .run/duckdb/.fetched

test: $(TAP_BUILT) fixtures-in-memory dist ## Run all tests but the long ones, or all in TESTS=FOLDER
	$(call run-suites,$(if $(TESTS),all $(TESTS),usual test))

duckdb: $(DUCKDB) ## Fetch DuckDB, to test the SQL of docs/python.md; on CI `make test-long` does so

$(DUCKDB):
	npm install --no-save --no-fund --no-audit --prefix .run/duckdb @duckdb/node-api@1.5.6-r.1
	@touch $@

CACHES := .run/caches/.fetched

caches: $(CACHES) ## Fetch the caches of npm that docs/clients.md names, to try them; on CI `make test-long` does so

$(CACHES):
	npm install --no-save --no-fund --no-audit --prefix .run/caches undici@7.30.2 axios@1.21.1 \
	  axios-cache-interceptor@1.12.3 got@14.6.6 make-fetch-happen@15.0.6
	@touch $@

test-long: $(TAP_BUILT) fixtures-in-memory dist $(if $(CI),$(DUCKDB) $(CACHES)) ## Run the long suites, which use LONG_MS of test/helpers/slow-suite.ts
	$(call run-suites,long test)

test-fast: $(TAP_BUILT) fixtures-in-memory dist ## Run the suites that take less than half a second each
	$(call run-suites,quick test)

test-full: $(TAP_BUILT) fixtures-in-memory dist ## Run the suites of adjustable length in full: each uses `inFull`
	export TEST_FULL=1; $(call run-suites-with,inFull)

fuzz: $(TAP_BUILT) fixtures-in-memory dist ## Try generated requests, tables and answers for MINUTES=10; a failure names its seed
	export FUZZ_MINUTES="$${MINUTES:-10}" FUZZ_SEED="$${FUZZ_SEED:-$$RANDOM$$RANDOM}"; $(call run-suites-with,FUZZ_MINUTES)

soak: $(TAP_BUILT) dist ## Use and misuse two gateways for MINUTES=60, and report how they did
	MINUTES="$${MINUTES:-60}" npx tap run $(TAP_FLAGS) --timeout=0 test/soak/soak.ts

# Tests of the contract and the client, and of code that relies on internals of Node, run on every version.
NODE_TESTS := test/gateway/fast-path test/hostile/messages.test.ts test/e2e/local.test.ts test/e2e/remote.test.ts test/client/live/node.test.ts
NODES := 22 24 26

test-nodes: $(addprefix test-node-,$(NODES)) ## Run the tests of the fast path, contract and client on the other versions of Node

.PHONY: $(addprefix test-node-,$(NODES))
$(addprefix test-node-,$(NODES)): test-node-%: $(TAP_BUILT) fixtures-in-memory dist .run/nodes/%/.fetched
	$(call run-suites,all $(NODE_TESTS),.run/nodes/$*/node_modules/node/bin/node)

nodes: $(NODES:%=.run/nodes/%/.fetched) ## Fetch the other supported versions of Node

.run/nodes/%/.fetched:
	npm install --no-save --no-fund --no-audit --prefix .run/nodes/$* node@$*
	.run/nodes/$*/node_modules/node/bin/node --version
	@touch $@

bench: dist $(TOOLS_INSTALLED) ## Compare the gateway and the build with their peers, into bench/results-node-N.md; see bench/README.md
	npm start --workspace bench --silent

lint: $(TOOLS_INSTALLED) ## Check style and types
	npx biome check .
	npx tsc
	npx tsc -p client
	npx tsc -p bench
	npx tsc -p build/home/script

audit: ## Check all dependencies for known vulnerabilities, high ones and worse
	npm audit --audit-level=high

history: $(TAP_BUILT) ## Write the present description of the API to test/history
	WRITE_HISTORY=1 npx tap run test/history/history.test.ts
	npx biome check --write test/history

schemas: $(TAP_BUILT) ## Write the generated files: the types of the client, the list of all options
	export UPDATE_SCHEMAS=1; $(call run-suites-with,UPDATE_SCHEMAS)

expressions: $(TAP_BUILT) ## Analyse new regular expressions, and record those that take linear time
	KEEP_EXPRESSIONS=1 npx tap run $(TAP_FLAGS) test/hostile/regular-expressions.test.ts

format: $(TOOLS_INSTALLED) ## Format all files
	npx biome check --write .

# The daily job, one target a step. deploy/daily.sh runs them; docs/daily-job.md explains them and their variables.
# .github/workflows/daily.yml runs these targets.

DAILY_STEPS := fetch import restore build verify upload prune

.PHONY: daily daily-rollback daily-heartbeat $(DAILY_STEPS:%=daily-%)

daily-fetch: ## Fetch the source of the day, a table or an archive, from SOURCE_URL
	@deploy/daily.sh fetch

daily-import: dist ## Import a table into the source folder
	@deploy/daily.sh import

daily-restore: ## Fetch the memory of the day before from DESTINATION
	@deploy/daily.sh restore

daily-build: dist ## Build the release of the day; RUN_OPTIONS go to the build
	@deploy/daily.sh build

daily-verify: dist ## Check the release of the day before it is published
	@deploy/daily.sh verify

daily-upload: ## Copy the release to DESTINATION: objects, then the release, the pointer last
	@deploy/daily.sh upload

daily-prune: dist ## Remove old releases, here and at DESTINATION; keep OFFERS_KEEP=3
	@deploy/daily.sh prune

daily-rollback: dist ## Return to the previous release at DESTINATION, or to TO=RELEASE
	@deploy/daily.sh rollback

daily-heartbeat: ## Report a successful day to HEARTBEAT_URL, if it is set
	@deploy/daily.sh heartbeat

daily: ## The whole daily job, in order
	@deploy/daily.sh settings
	@for step in $(DAILY_STEPS) heartbeat; do $(MAKE) --no-print-directory "daily-$$step"; done

# The parts of a release of the programs. .github/workflows/release.yml runs these targets.

RELEASE ?= .run/release
export TAG
VERSION := $(shell sed -nE 's/^  "version": "([^"]+)".*/\1/p' package.json)
NAME    := offers-catalogue-$(VERSION)

.PHONY: release-notes package sbom image image-archive pin-images up checksums

release-notes: ## Check that TAG is ready for release, and write its section of CHANGELOG.md to RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/release-notes.mjs "$$TAG" > $(RELEASE)/.notes.md && mv $(RELEASE)/.notes.md $(RELEASE)/notes.md

package: dist ## Pack the programs and the client as npm packages into RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/stage-package.mjs $(RELEASE)/.package
	npm pack --silent $(abspath $(RELEASE))/.package --pack-destination $(RELEASE)
	node packaging/stage-package.mjs $(RELEASE)/.client client
	npm pack --silent $(abspath $(RELEASE))/.client --pack-destination $(RELEASE)
	rm -rf $(RELEASE)/.package $(RELEASE)/.client

sbom: dist ## Write the components of the programs and the client (CycloneDX) to RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/write-sbom.mjs $(RELEASE)/$(NAME).cdx.json

# The image with Node. A digest, `name@sha256:…`, pins it.
NODE_IMAGE ?= docker.io/library/node:24-bookworm-slim
ARCH       ?= $(shell dpkg --print-architecture 2>/dev/null || echo amd64)
IMAGE      ?= localhost/offers-catalogue:$(VERSION)-$(ARCH)
BUILDAH    ?= buildah
REVISION   := $(shell git rev-parse HEAD 2>/dev/null)

# In Docker's format, because OCI has no health check.
image: package ## Build the container image for ARCH=amd64 or arm64, on NODE_IMAGE
	$(BUILDAH) bud --isolation chroot --format docker --timestamp 0 --platform linux/$(ARCH) --tag $(IMAGE) \
	  --build-arg NODE_IMAGE=$(NODE_IMAGE) --build-arg PACKAGE=$(NAME).tgz \
	  --build-arg VERSION=$(VERSION) --build-arg REVISION=$(REVISION) --file deploy/Containerfile $(RELEASE)

image-archive: image ## Write the image to RELEASE=DIR, in the format of `docker load`
	rm -f $(RELEASE)/$(NAME)-$(ARCH).tar
	$(BUILDAH) push --quiet $(IMAGE) docker-archive:$(RELEASE)/$(NAME)-$(ARCH).tar:offers-catalogue:$(VERSION)
	gzip -n --fast --force $(RELEASE)/$(NAME)-$(ARCH).tar

pin-images: ## Pin the images in our files to their present digests on Docker Hub
	node packaging/pin-images.mjs deploy/Containerfile Makefile deploy/compose/compose.yaml

COMPOSE ?= docker compose

up: package ## Start everything with Docker Compose: a daily build of SOURCE=DIR, two gateways, Redis, nginx
	SOURCE="$$(realpath "$${SOURCE:-fixtures/catalogue}")" $(COMPOSE) --project-name offers --file deploy/compose/compose.yaml up --build

release: dist ## Make the packages, the bill of materials and SHA256SUMS of a release in RELEASE=DIR
	@node packaging/check-results.mjs
	@$(MAKE) --no-print-directory package sbom
	@$(MAKE) --no-print-directory checksums

checksums: ## Write SHA256SUMS of the files of a release in RELEASE=DIR
	cd $(RELEASE) && sha256sum offers-catalogue-* > SHA256SUMS

clean: ## Remove all build results
	rm -rf "$(TEST_MEMORY)" dist client/dist .tap .run public-out/latest.json public-out/releases public-out/objects public-out/.staging public-out/.build
