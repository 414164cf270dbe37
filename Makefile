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

.PHONY: help install dist run test lint format catalogue clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# npm writes this file last, so it tells whether an installation was completed.
INSTALLED := node_modules/.package-lock.json

$(INSTALLED): package.json package-lock.json
	npm ci --no-fund --no-audit
	@touch $@

install: $(INSTALLED) ## Install the dependencies

dist/.built: $(INSTALLED) esbuild.config.mjs $(SOURCES)
	node esbuild.config.mjs
	@touch $@

dist: dist/.built ## Bundle both programs, each into one file that runs alone

run: dist ## Build the demonstration catalogue and serve it on port $(PORT)
	@mkdir -p $(dir $(KEYS))
	@node dist/gateway.mjs keys init --keys $(KEYS)
	@node dist/build.mjs run --source fixtures/catalogue --out $(PUBLIC)
	@node dist/gateway.mjs serve --public $(PUBLIC) --keys $(KEYS) --port $(PORT) --log-level warn --welcome

catalogue: dist ## Build a release from SOURCE=folder into PUBLIC=folder
	node dist/build.mjs run --source $(SOURCE) --out $(PUBLIC) $(if $(AS_OF),--as-of $(AS_OF))

test: dist ## Run all tests
	npx tap run $(TAP_FLAGS) $(TESTS)

lint: $(INSTALLED) ## Check style and types
	npx biome check .
	npx tsc

format: $(INSTALLED) ## Bring everything into the common form
	npx biome check --write .

clean: ## Remove everything that was built
	rm -rf dist .tap .run public-out/latest.json public-out/releases public-out/objects public-out/.staging public-out/.build
