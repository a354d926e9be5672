# Two commands do everything: `make demo` draws the bundled feed, `make test` runs the tests and
# ends with those that it skipped, and why.
# The longer recipes are scripts in `.ci/`.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Texts, fonts, cases and peers of others, which are not in the repository.
LINECASTER_SHARED ?= ../shared
# Seconds after which a build or a test run counts as hung.
BUILD_TIMEOUT ?= 1800
TEST_TIMEOUT ?= 900
# Tests that run side by side. All of them at once (what the runner does by itself) leaves those that
# wait for something without a thread for minutes, until limits pass that only end hangs.
TEST_WIDTH ?= 16
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(TEST_WIDTH)

corpus := .build-corpus
demo := Sources/LinecasterCommand/Demo/demo.jsonl
languages := Sources/LinecasterCommand/Demo/languages.jsonl
hero := Sources/LinecasterCommand/Demo/hero.json
figures := Sources/Linecaster/Linecaster.docc/Resources
swift_paths := Package.swift Sources Tests Fonts $(wildcard Benchmarks Integrations Server)

build := timeout $(BUILD_TIMEOUT) swift build
linecaster = "$$(swift build -c release --show-bin-path)/linecaster"
bench = "$$(swift build -c release --package-path Benchmarks --show-bin-path)/linecaster-bench"

.PHONY: help packages test-packages command demo previews previews-serve previews-serve-check window seeds window-check access feed corpus test inline
.PHONY: shape lint format stress gallery cards
.PHONY: mutants models fuzz fuzz-keep bench-build bench peers figures comparison pictures pictures-check
.PHONY: font-catalogs serve server-test server-load graph docs clean spark ray

help: ## List the targets (what `make` alone does)
	@sed -nE 's/^([a-z-]+):[^#]* ## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

packages: ## Install the Debian packages the build needs, when they are missing
	@.ci/packages

test-packages: packages ## Install what tests need besides, where that is possible
	@.ci/packages tests

demo: command ## Build, and draw the bundled feeds to demo.png and languages.png
	@$(linecaster) render $(demo) -o demo.png --width 360 --scale 2 --stats
	@$(linecaster) render $(languages) -o languages.png --width 360 --scale 2
	@echo "The images are $(CURDIR)/demo.png and languages.png"

serve: packages ## Build the server of pictures, and run it at http://localhost:8080/
	@$(build) -c release --package-path Server --product linecaster-server
	@"$$(swift build -c release --package-path Server --show-bin-path)/linecaster-server" $(ARGUMENTS)

server-test: packages ## Test the server, and kill it in the midst
	@.ci/server

server-load: packages ## Figures of the server by wrk, and MINUTES=20 of good and hostile requests
	@.ci/server load "$${MINUTES:-20}"

window: packages ## Show 20,000 messages in a window of SDL 2
	@.ci/packages window
	@$(build) -c release --traits default,SDL --product Messenger --scratch-path .build-window
	@.build-window/release/Messenger

seeds: packages ## Show the programs that the project began with in a window of SDL 2
	@.ci/packages window
	@$(build) -c release --traits default,SDL --product SeedsWindow --scratch-path .build-window
	@.build-window/release/SeedsWindow

window-check: packages ## Drive that window under Xvfb, and compare what is seen with what is recorded
	@.ci/packages window
	@.ci/window

access: packages ## Have a list read and pressed by AT-SPI, as screen readers do
	@.ci/packages window
	@.ci/access

previews: packages ## Draw messages in all their states, themes and languages to previews.html
	@$(build) -c release --product Previews
	@"$$(swift build -c release --show-bin-path)/Previews" -o previews.html

previews-serve: packages ## Serve that page on port 8080, and draw it again as the sources change
	@swift run --package-path Integrations/Previews Previews --serve

previews-serve-check: packages test-packages ## Test that server, and have Chromium follow a change
	@.ci/previews

feed: corpus command ## Draw a feed of 2,000 items to feed.png
	@$(linecaster) render $(corpus)/feed.jsonl -o feed.png --width 360 --rows 200 --stats
	@echo "The picture is $(CURDIR)/feed.png"

corpus: bench-build ## Make a feed, texts and trees to measure, the same ones everywhere
	@$(bench) make-corpus $(corpus)

command: packages ## Build the command, .build/release/linecaster
	@$(build) -c release --product linecaster
	@echo "The command is $$(swift build -c release --show-bin-path)/linecaster"

test: test-packages ## Build and run the tests, and list those that are skipped
	@$(build) --build-tests
	@timeout $(TEST_TIMEOUT) swift test --skip-build --disable-xctest 2>&1 | tee .build/tests.log
	@grep -aE '➜ (Suite|Test) .* skipped' .build/tests.log || echo "No test was skipped."

inline: test-packages ## Count the rich paragraphs that are laid out as in a browser, name the rest
	@$(build) --build-tests >&2
	@LINECASTER_INLINE=list swift test --skip-build --disable-xctest --filter InlineConformanceTests

shape: packages ## Print how long files and functions of each module are
	@$(build) --build-tests >&2
	@swift test --skip-build --disable-xctest --filter RepositoryTests.ShapeTests

lint: ## Check the format of every Swift file, and lines of comments and C
	@swift format lint --strict --recursive $(swift_paths)
	@! LC_ALL=C grep -rnE --include='*.swift' --include='*.[ch]' '^[ -~]{101,}$$' Sources Tests \
	  Server/Sources Server/Tests >&2

format: ## Format every Swift file in place
	@swift format --in-place --recursive $(swift_paths)

stress: test-packages ## Run StressTests under sanitizers, all large texts, a million diffs
	@LINECASTER_STRESS=long LINECASTER_TRANSITIONS=$${LINECASTER_TRANSITIONS:-20000} \
	  .ci/stress thread
	@LINECASTER_STRESS=long LINECASTER_TRANSITIONS=$${LINECASTER_TRANSITIONS:-20000} \
	  .ci/stress address
	@LINECASTER_STRESS=long .ci/stress memory
	@.ci/stress images
	@.ci/stress text
	@.ci/stress diff

mutants: packages ## Explore the machines of lists with one fault after the other in them
	@.ci/mutants

models: ## Have spin check the models of the machines, with and without faults
	@.ci/models

fuzz: test-packages ## Fuzz for MINUTES=10 a target, TARGET=all
	@.ci/fuzz run "$${TARGET:-all}" "$${MINUTES:-10}"

fuzz-keep: ## Keep what is worth keeping of the last `make fuzz`, TARGET=all
	@.ci/fuzz keep "$${TARGET:-all}"

bench-build: packages
	@$(build) -c release --package-path Benchmarks --product linecaster-bench >&2

bench: corpus ## Build the benchmarks and measure the feed of `make corpus`
	@$(bench) feed $(corpus) --table

peers: bench-build ## Run the same work through other engines, side by side
	@MINE=$(bench) .ci/peers "$(LINECASTER_SHARED)/peers"

figures: command ## Draw the figures of the documentation again
	@$(build) --product Figures
	@swift run --skip-build Figures "$(figures)"
	@$(linecaster) render $(hero) -o "$(figures)/hero.png" --scale 2
	@$(linecaster) render $(demo) -o "$(figures)/demo.png" --width 360 --scale 2

gallery: command ## Draw the cards of the documentation again, and print their times
	@.ci/gallery $(linecaster) "$(figures)"

cards: gallery test-packages ## Draw the cards in Chromium too, and a page with both of each
	@$(build) --build-tests
	@CHROMIUM=record timeout $(TEST_TIMEOUT) swift test --skip-build --disable-xctest \
	  --filter 'CardComparisonTests/(recordAgain|makePage)'
	@echo "The page is $(CURDIR)/Tests/FiguresTests/current/cards.html"

comparison: test-packages ## Draw plain text here and in Chromium, and a page with both
	@$(build) --build-tests
	@CHROMIUM=record timeout $(TEST_TIMEOUT) swift test --skip-build --disable-xctest \
	  --filter 'ComparisonTests/(recordAgain|makePage)'
	@echo "The page is $(CURDIR)/Tests/FiguresTests/current/comparison.html"

pictures: test-packages figures ## Draw figures, snapshots and digests again, for a change on purpose
	@$(build) --build-tests
	@SNAPSHOTS=accept timeout $(TEST_TIMEOUT) swift test --skip-build --disable-xctest \
	  --filter 'LinecasterRasterTests\..*SnapshotTests|RenderCommandTests'
	@$(build) -c release --product PictureDigests
	@swift run -c release --skip-build PictureDigests --record

font-catalogs: test-packages ## Write down again what is in the fonts of Fonts/
	@$(build) --build-tests
	@FONTS=record timeout $(TEST_TIMEOUT) swift test --skip-build --disable-xctest \
	  --filter BundledCatalogTests

pictures-check: packages ## Compare 2,000 pictures with the recorded digests, optimized
	@$(build) -c release --product PictureDigests
	@swift run -c release --skip-build PictureDigests

spark: command ## Draw CARDS=100000 under Spark with a worker killed, and by one process
	@.ci/spark $(linecaster) "$${CARDS:-100000}"

ray: command ## The same with two actors of Ray, one of which is killed
	@.ci/ray $(linecaster) "$${CARDS:-100000}"

graph: ## Draw the module graph of the documentation from Package.swift
	@.ci/graph

docs: packages ## Build the documentation offline; a warning is an error
	@.ci/docs

clean: ## Remove everything the other targets made
	@rm -rf .build .build-* Benchmarks/.build Server/.build *.doccarchive demo.png languages.png feed.png
