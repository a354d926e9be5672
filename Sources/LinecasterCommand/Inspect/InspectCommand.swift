import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Writes a web page that shows the anatomy of an image.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a scene, a text or a feed is made of, on an HTML page.",
    discussion: """
      The page is one file that needs no network. It has the image, and over it boxes, line \
      boxes, baselines, boxes in texts, clusters and fallback fonts, each to be switched on, the \
      places of characters that no font has, and the caret nearest to the pointer. A click picks \
      a node, a second one or Escape what is around it, and the keys + - 0 change the size. \
      Beside it is the tree of layouts, with the place, the edges, the style and the line of the \
      node that is picked, the fonts used with their files and glyph counts, the time in each \
      stage, and what the caches did. What is switched on stands in the address: \
      report.html#boxes,baselines

      Examples:

        linecaster inspect card.json -o report.html
        linecaster inspect feed.jsonl -o report.html --rows 20 --theme dark
        echo '# नमस्ते' | linecaster inspect - --input text -o report.html

      Exit status: 0 when the page was written, 1 when something is wrong with the input, a font, \
      an image in it or the output, 64 when the command line is.
      """)

  @OptionGroup var source: InputOptions

  @Option(
    name: [.short, .long, .customLong("out")],
    help: "The HTML file to write, or - for standard output.")
  var output: String

  @Option(help: "Device pixels a layout point, 0.5 to 4.")
  var scale = 2.0

  @Option(help: "The first rows of a feed that are shown, 1 to 1000.")
  var rows = 30

  func validate() throws {
    try InputOptions.check(scale: scale)
    guard (1...1000).contains(rows) else { throw ValidationError("--rows must be from 1 to 1000.") }
    guard !output.isEmpty else { throw ValidationError("--output must be a file, or -.") }
    try OutputFile.check(output, of: "--output", is: "an HTML page", "html", "htm", "xhtml")
  }

  func run() throws {
    try MainActor.assumeIsolated {
      InterruptHandler.install()
      try inspect()
    }
  }
}

extension InspectCommand {
  @MainActor
  private func inspect() throws {
    let start = ContinuousClock.now
    let output = try OutputFile(output, input: source.path)
    var request = try source.request(scale: scale)
    request.needsPage = true
    request.rowLimit = rows
    let job = try request.job()
    var report = RenderReport()
    report.readTime = ContinuousClock.now - start
    let image = try job.draw(&report)
    report.warnings.images = job.imageFaults
    report.totalTime = ContinuousClock.now - start
    let title = URL(fileURLWithPath: request.input.name).lastPathComponent
    let progress = ProgressLine { "writing \(output.name)" }
    try MainLoop.result(progress) { [report] in
      try output.write(Array(InspectPage(title: title, image, report).html.utf8))
    }
    progress.clear()
    CommandFailure.warn(report.warnings.messages)
  }
}
