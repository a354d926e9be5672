import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// Writes a web page that shows the anatomy of an image.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Write an HTML page that shows the layout of a scene, a text or a feed.",
    discussion: """
      The page is one file that needs no network. Over the image, layers show boxes, line boxes, \
      baselines, boxes in texts, clusters, fallback fonts and missing characters, and the caret \
      nearest to the pointer. A click selects a node; a second click or Escape selects its parent; \
      the keys + - 0 zoom. Panels list the layout tree, the frame, edges, style and source line of \
      the selected node, the fonts with their files and glyph counts, the time of each stage, and \
      the caches. The fragment of the URL names the visible layers: report.html#boxes,baselines

      Examples:

        linecaster inspect card.json -o report.html
        linecaster inspect feed.jsonl -o report.html --rows 20 --theme dark
        echo '# नमस्ते' | linecaster inspect - --input text -o report.html

      Exit status: 0 if the page was written, 1 if the input, a font, an image in it or the output \
      failed, 64 if the command line is wrong.
      """)

  @OptionGroup var source: InputOptions

  @Option(
    name: [.short, .long, .customLong("out")],
    help: "The HTML file to write, or - for standard output.")
  var output: String

  @Option(help: "Device pixels per layout point, 0.5 to 4.")
  var scale = 2.0

  @Option(help: "The number of rows of a feed to show, 1 to 1000.")
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
    let job = try ImageJob(request)
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
