# Every target installs and builds what it needs first. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PORT   ?= 8080
KEYS   ?= .run/keys.ndjson
PUBLIC ?= public-out
AS_OF  ?=

SOURCES := $(shell find contract build gateway fixtures -type f \( -name '*.ts' -o -name '*.json' \) 2>/dev/null)

.PHONY: help install dist run test test-long test-fast test-nodes bench nodes lint format catalogue clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# npm writes this file last, so it tells whether an installation was completed.
INSTALLED := node_modules/.package-lock.json

$(INSTALLED): package.json package-lock.json
	npm ci --no-fund --no-audit
	@touch $@

install: $(INSTALLED) ## Install the dependencies

dist/.built: $(INSTALLED) esbuild.config.mjs packaging/bundled-packages.mjs package.json $(SOURCES)
	node esbuild.config.mjs
	@touch $@

dist: dist/.built ## Bundle both programs, each into one file that runs alone

run: dist ## Build the demonstration catalogue and serve it (PORT=8080)
	@mkdir -p $(dir $(KEYS))
	@node dist/gateway.mjs keys init --keys $(KEYS)
	@node dist/build.mjs run --source fixtures/catalogue --out $(PUBLIC)
	@node --max-semi-space-size=2 dist/gateway.mjs serve --public $(PUBLIC) --keys $(KEYS) --port $(PORT) --log-level warn --welcome

catalogue: dist ## Build a release from SOURCE=DIR into PUBLIC=DIR
	node dist/build.mjs run --source $(SOURCE) --out $(PUBLIC) $(if $(AS_OF),--as-of $(AS_OF))

test: dist ## Run all tests
	npx tap run $(TAP_FLAGS) $(TESTS)

# Suites with a length that can be cut short: each says `inFull`.
test-long: dist ## Run in full the suites that `make test` cuts short
	TEST_LONG=1 npx tap run $(TAP_FLAGS) $$(grep -rl --include='*.test.ts' 'inFull' test)

test-fast: dist ## Run all tests but the slow suites, see test/helpers/slow-suite.ts
	npx tap run $(TAP_FLAGS) $$(grep -rL --include='*.test.ts' 'setTimeout(SLOW_MS)' test)

# What relies on the inner workings of Node is tested on every version.
FAST_PATH_TESTS := $(wildcard test/gateway/fast-path/*.test.ts test/gateway/http/head.test.ts)
NODES := 22 24 26

test-nodes: $(addprefix test-node-,$(NODES)) ## Run the tests of the fast path on the other versions of Node

.PHONY: $(addprefix test-node-,$(NODES))
$(addprefix test-node-,$(NODES)): test-node-%: $(INSTALLED) .run/nodes/%/.fetched
	.run/nodes/$*/node_modules/node/bin/node node_modules/.bin/tap run $(TAP_FLAGS) $(FAST_PATH_TESTS)

nodes: $(NODES:%=.run/nodes/%/.fetched) ## Fetch the other versions of Node that the programs run on

.run/nodes/%/.fetched:
	npm install --no-save --no-fund --no-audit --prefix .run/nodes/$* node@$*
	.run/nodes/$*/node_modules/node/bin/node --version
	@touch $@

BENCH_INSTALLED := bench/node_modules/.package-lock.json

$(BENCH_INSTALLED): bench/package.json bench/package-lock.json
	npm ci --prefix bench --no-fund --no-audit
	@touch $@

bench: dist $(BENCH_INSTALLED) ## Measure the gateway and the build beside their peers, into bench/results.md
	node bench/bundle.mjs
	node bench/.work/bundle/main.mjs

lint: $(INSTALLED) $(BENCH_INSTALLED) ## Check style and types
	npx biome check .
	npx tsc
	npx tsc -p bench

format: $(INSTALLED) ## Bring everything into the common form
	npx biome check --write .

# The daily job, step by step. .github/workflows/daily.yml runs these very targets; docs/operations.md explains them.
#
#   SOURCE_URL   a .tar.gz of the source folder (curl: https://, file://)
#   ORIGIN_URL   where the current release can be read: a CDN, an origin (https://), a folder (file://)
#   DESTINATION  where releases go: a folder, or with TRANSFER a remote of that program
#   FIRST=1      there is no release yet; without it, not finding one is an error

DAILY       ?= .run/daily
DESTINATION ?=
TRANSFER    ?= cp -R
MEMORY      := $(DAILY)/memory.gz
SUMMARY     ?= $(DAILY)/summary.md
RUN_OPTIONS ?=

.PHONY: daily daily-fetch daily-restore daily-build daily-verify daily-upload

daily-fetch: ## Fetch the source of the day from SOURCE_URL
	rm -rf $(DAILY)/source
	mkdir -p $(DAILY)/source
	curl --fail --silent --show-error --location --retry 3 --max-time 600 "$(SOURCE_URL)" | tar -xz -C $(DAILY)/source

daily-restore: ## Fetch from ORIGIN_URL what the build must know of the day before
	rm -f $(MEMORY) $(DAILY)/latest.json
	mkdir -p $(DAILY)
ifeq ($(FIRST),1)
	@echo "the first release: nothing to restore"
else
	curl --fail --silent --show-error --retry 3 --max-time 60 --output $(DAILY)/latest.json "$(ORIGIN_URL)/latest.json"
	release=$$($(RELEASE_OF) $(DAILY)/latest.json); \
	curl --fail --silent --show-error --retry 3 --max-time 600 --output $(MEMORY) "$(ORIGIN_URL)/releases/$$release/memory.gz"
endif

daily-build: dist ## Build the release of the day; RUN_OPTIONS go to the build
	rm -f $(SUMMARY) $(DAILY)/rejects.ndjson
	node dist/build.mjs run --source $(DAILY)/source --out $(PUBLIC) --summary $(SUMMARY) --rejects $(DAILY)/rejects.ndjson \
	  $(if $(AS_OF),--as-of $(AS_OF)) $(if $(wildcard $(MEMORY)),--previous $(MEMORY)) $(RUN_OPTIONS)

daily-verify: dist ## Check the release of the day before anybody can see it
	node dist/build.mjs verify --out $(PUBLIC)

RELEASE_OF = node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).release'

# Whoever reads while this runs finds the old release whole, and the new one as soon as its pointer is there. An
# unchanged day gives the release that is there already, under the same name: then there is nothing to copy.
daily-upload: ## Copy the release to DESTINATION: objects, then the release, the pointer last
	@test -n "$(DESTINATION)" || { echo "DESTINATION is not set" >&2; exit 2; }
	@if [ -f $(DAILY)/latest.json ] && [ "$$($(RELEASE_OF) $(DAILY)/latest.json)" = "$$($(RELEASE_OF) $(PUBLIC)/latest.json)" ]; \
	then echo "unchanged: nothing to upload"; else $(MAKE) --no-print-directory daily-copy; fi

.PHONY: daily-copy
ifeq ($(firstword $(TRANSFER)),cp)
daily-copy:
	mkdir -p $(DESTINATION)
	$(TRANSFER) $(PUBLIC)/objects $(PUBLIC)/releases $(DESTINATION)/
	cp $(PUBLIC)/latest.json $(DESTINATION)/.latest.json.new
	mv $(DESTINATION)/.latest.json.new $(DESTINATION)/latest.json
else
daily-copy:
	$(TRANSFER) $(PUBLIC)/objects $(DESTINATION)/objects
	$(TRANSFER) $(PUBLIC)/releases $(DESTINATION)/releases
	$(TRANSFER) $(PUBLIC)/latest.json $(DESTINATION)/
endif

daily: ## The whole daily job, in order
	$(MAKE) daily-fetch
	$(MAKE) daily-restore
	$(MAKE) daily-build
	$(MAKE) daily-verify
	$(MAKE) daily-upload

# What a release of the programs consists of. .github/workflows/release.yml runs these very targets.

RELEASE ?= .run/release
export TAG
VERSION := $(shell sed -nE 's/^  "version": "([^"]+)".*/\1/p' package.json)
NAME    := offers-catalogue-$(VERSION)

.PHONY: release-notes package sbom checksums

release-notes: ## Check that TAG is ready to be released, and write its section of CHANGELOG.md into RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/release-notes.mjs "$$TAG" > $(RELEASE)/notes.md

package: dist ## Pack the programs as an npm package into RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/stage-package.mjs $(RELEASE)/.package
	npm pack --silent $(abspath $(RELEASE))/.package --pack-destination $(RELEASE)
	rm -rf $(RELEASE)/.package

sbom: $(INSTALLED) ## Write what the programs are made of (CycloneDX) into RELEASE=DIR
	mkdir -p $(RELEASE)
	node packaging/write-sbom.mjs $(RELEASE)/$(NAME).cdx.json

checksums: ## Write SHA256SUMS of the files of a release in RELEASE=DIR
	cd $(RELEASE) && sha256sum $(NAME)* > SHA256SUMS

clean: ## Remove everything that was built
	rm -rf dist .tap .run public-out/latest.json public-out/releases public-out/objects public-out/.staging public-out/.build
