# Two commands do everything: `make demo` draws the bundled feed, `make test` runs the tests and
# ends with those that it skipped, and why.
# The longer recipes are scripts in `.ci/`; CONTRIBUTING.md lists those that have no target here.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Texts, fonts, cases and peers of others, which are not in the repository.
export LINECASTER_SHARED ?= ../shared
# SwiftPM writes traits in a random order unless hashing is fixed, and then builds everything again.
export SWIFT_DETERMINISTIC_HASHING := 1
# Seconds after which a build or a test run counts as hung. Suites that wait have their own limits.
BUILD_TIMEOUT ?= 10800
TEST_TIMEOUT ?= 3600
# Tests that run side by side. With few, those that wait leave the processors idle. All at once (the
# runner's default) leave those that wait without a thread for minutes.
TEST_WIDTH ?= 128
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(TEST_WIDTH)

demos := Sources/LinecasterCommand/Demo
swift_paths := Package.swift Sources Tests Fonts $(wildcard Benchmarks Integrations Server)

build := timeout $(BUILD_TIMEOUT) swift build
# Programs of this package, optimized, without debug information, which takes a sixth of the time.
# All have the traits of the command, because builds with other traits build everything again.
release = -c release -debug-info-format none --traits $(shell .ci/traits command)
linecaster := .build/release/linecaster
# The first pictures come from a debug build, which takes a third of the time.
demo := $(if $(FEED),$(linecaster),.build/debug/linecaster)
bench = $(build) -c release --package-path Benchmarks --product linecaster-bench >&2 \
  && "$$(swift build -c release --package-path Benchmarks --show-bin-path)/linecaster-bench"

.PHONY: help demo command test c-library wheel dist lint docs bench window serve previews nightly
.PHONY: clean

help: ## List the targets (what `make` alone does)
	@sed -nE 's/^([a-z-]+):[^#]* ## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 28

demo: $(if $(FEED),command) ## Build, and draw two feeds to demo.png and languages.png (FEED=1: 2,000 rows, optimized)
	@.ci/packages
	@$(if $(FEED),,$(build) --product linecaster)
	@$(demo) render $(demos)/demo.jsonl -o demo.png --width 360 --scale 2 $(if $(FEED),--stats)
	@$(demo) render $(demos)/languages.jsonl -o languages.png --width 360 --scale 2
	@echo "The images are $(CURDIR)/demo.png and languages.png"
	@$(if $(FEED),$(bench) make-corpus .build-corpus,\
	  echo "This build is not optimized; 'make command' makes one that is, in some minutes.")
	@$(if $(FEED),$(linecaster) render .build-corpus/feed.jsonl -o feed.png --width 360 --rows 200 \
	  --stats)

command: ## Build the command, .build/release/linecaster
	@.ci/packages command
	@$(build) $(release) --product linecaster
	@echo "The command is $(CURDIR)/$(linecaster)"

# In a folder of their own: what they run is optimized, without debug information, and has all traits
# whose libraries are installed.
test docs: export LINECASTER_OPTIMIZED := 1

test: ## Build and run the tests, and list skipped ones (FILTER=LineBreaker: only some)
	@.ci/packages tests
	@options=$$(.ci/traits options); \
	$(build) --build-tests $$options; \
	timeout $(TEST_TIMEOUT) stdbuf --output=L swift test --skip-build --disable-xctest $$options \
	  $(if $(FILTER),--filter '$(FILTER)') 2>&1 | tee .build-tests/log
	@grep -aE '➜ (Suite|Test) .* skipped' .build-tests/log || echo "No test was skipped."

c-library: ## Build the library for C (PREFIX=/usr/local: install it, with its header and fonts)
	@.ci/packages command
	@.ci/c-library
	@$(if $(PREFIX),.ci/c-library install "$(DESTDIR)$(PREFIX)")

wheel: c-library ## Build the wheels for Python, with the library for C and the fonts
	@.ci/wheel

dist: ## Build the archives of a release, with their SHA-256 sums
	@.ci/packages
	@.ci/dist

lint: ## Check the format of every Swift file, and lines of comments and C (FIX=1: format them)
	@$(if $(FIX),swift format --in-place --recursive $(swift_paths))
	@swift format lint --strict --recursive $(swift_paths)
	@! LC_ALL=C grep -rnE --include='*.swift' --include='*.[ch]' '^[ -~]{101,}$$' Sources Tests \
	  Server/Sources Server/Tests >&2

docs: ## Build the documentation offline; a warning is an error
	@.ci/packages
	@.ci/docs

bench: ## Measure the feed (PEERS=1: all beside other engines, into README and articles)
	@.ci/packages
	@$(bench) make-corpus .build-corpus
	@$(if $(PEERS),MINE="$$(swift build -c release --package-path Benchmarks \
	  --show-bin-path)/linecaster-bench" .ci/peers "$(LINECASTER_SHARED)/peers",\
	  $(bench) feed .build-corpus --table)

window: ## Show messages in a window of SDL 2 (EXAMPLE=SeedsWindow: the seeds; MEMORY=1: its memory)
	@.ci/packages window
	@$(if $(MEMORY),.ci/window memory $(ACTIONS),\
	  $(build) -c release --traits default,SDL --product $(or $(EXAMPLE),Messenger) \
	  --scratch-path .build-window \
	  && .build-window/release/$(or $(EXAMPLE),Messenger))

serve: ## Build the picture server, and run it at http://localhost:8080/
	@.ci/packages
	@$(build) -c release --package-path Server --product linecaster-server
	@"$$(swift build -c release --package-path Server --show-bin-path)/linecaster-server" $(ARGUMENTS)

previews: ## Draw messages in all states, themes and languages to previews.html (SERVE=1: at :8080)
	@.ci/packages command
	@$(if $(SERVE),swift run --package-path Integrations/Previews Previews --serve,\
	  $(build) $(release) --product Previews && .build/release/Previews -o previews.html)

nightly: ## Run the long checks (PART=stress, fuzz, mutants, ...: only one)
	@.ci/packages tests
	@.ci/nightly $(PART)

clean: ## Remove everything the other targets made
	@rm -rf .build .build-* Benchmarks/.build Server/.build Integrations/*/.build *.doccarchive \
	  demo.png languages.png feed.png previews.html
