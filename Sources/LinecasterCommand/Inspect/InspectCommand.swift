import ArgumentParser
import Foundation
import Linecaster

/// Shows what an image is made of on a page for a browser.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a scene, a text or a feed is made of, on an HTML page.",
    discussion: """
      The page is one file that needs no network. It has the image, and over it boxes, \
      baselines, lines, clusters and fallback fonts, each to be switched on; beside it the tree of \
      layouts, the fonts used with their files and glyph counts, the characters that no font has, \
      the time in each stage, and what the caches did. What is switched on stands in the address: \
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

/// The page, as one file of HTML.
struct InspectPage {
  private let title: String
  private let theme: Theme
  private let bitmap: Bitmap
  private let png: [UInt8]
  private let anatomy: PageAnatomy
  private let report: RenderReport

  /// Takes an image apart.
  ///
  /// - Throws: `ImageError` or `CommandFailure` where there is nothing to show.
  init(title: String, _ image: DrawnImage, _ report: RenderReport) throws {
    guard let page = image.page else {
      throw CommandFailure(description: "\(title): the image has no layouts")
    }
    self.title = title
    self.report = report
    theme = page.environment.theme
    bitmap = try image.bitmap(copies: 2)
    png = try PNGEncoder(compression: .small).encode(bitmap)
    anatomy = PageAnatomy(page, fonts: image.typesetter.fonts)
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(HTMLText.escaped(title)) · linecaster inspect</title>
    <style>\(Self.css)</style>
    </head>
    <body>
    <header><h1>\(HTMLText.escaped(title))</h1><p>\(summary)</p></header>
    <main>
    <section class="stage"><div class="paper"><img alt="The image" \
    width="\(HTMLText.number(anatomy.width))" height="\(HTMLText.number(anatomy.height))" \
    src="data:image/png;base64,\(Data(png).base64EncodedString())">
    \(InspectLayers(anatomy: anatomy).svg)
    </div></section>
    <aside>\(layers)\(tree)\(fonts)\(missing)\(timings)\(cacheTable)</aside>
    </main>
    <script>\(Self.javaScript)</script>
    </body>
    </html>

    """
  }

  private var summary: String {
    let size = "\(HTMLText.number(anatomy.width)) × \(HTMLText.number(anatomy.height)) points"
    let glyphs = anatomy.fonts.reduce(0) { $0 + $1.glyphCount }
    return [
      size, "\(bitmap.width) × \(bitmap.height) pixels", "\(theme.rawValue) theme",
      "\(anatomy.boxes.count) nodes", "\(anatomy.lines.count) lines", "\(glyphs) glyphs",
    ].joined(separator: " · ")
  }

  private func panel(_ name: String, _ title: String, _ content: String) -> String {
    "<section class=\"panel\" id=\"\(name)\"><h2>\(title)</h2>\(content)</section>\n"
  }

  private var layers: String {
    let fallbacks = anatomy.runs.count { anatomy.fonts[$0.font].isFallback }
    let rows: [(String, String, Int)] = [
      ("boxes", "Boxes", anatomy.boxes.count), ("baselines", "Baselines", anatomy.lines.count),
      ("lines", "Lines", anatomy.lines.count), ("clusters", "Clusters", anatomy.clusters.count),
      ("fallback", "Fallback fonts", fallbacks),
    ]
    return panel(
      "layers", "Layers",
      rows.map { name, title, count in
        "<label><input type=\"checkbox\" data-layer=\"\(name)\"><i class=\"key \(name)\"></i>"
          + "\(title)<small>\(count)</small></label>"
      }.joined())
  }

  private var tree: String {
    panel(
      "tree", "Layout",
      "<ol>"
        + anatomy.boxes.enumerated().map { index, box in
          let size = "\(HTMLText.number(box.frame.width)) × \(HTMLText.number(box.frame.height))"
          return "<li tabindex=\"0\" data-box=\"\(index)\" style=\"--depth:\(min(box.depth, 20))\">"
            + "<b>\(box.name)</b> <span dir=\"auto\">\(HTMLText.escaped(box.detail))</span>"
            + "<small>\(size)</small></li>"
        }.joined(separator: "\n") + "</ol>")
  }

  private var fonts: String {
    let rows = anatomy.fonts.enumerated().map { index, font in
      let color = InspectLayers.color(ofFont: index, in: anatomy)
      let key = font.isFallback ? "<i class=\"key\" style=\"--c:\(color)\"></i>" : ""
      return "<tr><td>\(key)\(HTMLText.escaped(font.family)) \(font.weight)"
        + (font.isFallback ? "<em>fallback</em>" : "")
        + "<code>\(HTMLText.escaped(font.file))</code></td>"
        + "<td class=\"n\">\(font.glyphCount)</td></tr>"
    }
    return panel(
      "fonts", "Fonts",
      "<table><tr><th>Font</th><th>Glyphs</th></tr>\(rows.joined(separator: "\n"))</table>")
  }

  private var missing: String {
    let characters = anatomy.missing.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      return "<li><code>\(number)</code> \(HTMLText.escaped(scalar.properties.name ?? ""))</li>"
    }
    let faults = report.warnings.fontMessages.map { "<li>\(HTMLText.escaped($0))</li>" }
    let list = (characters + faults).joined(separator: "\n")
    return panel(
      "missing", "Missing characters and faults",
      list.isEmpty ? "<p class=\"good\">None: every character has a glyph.</p>" : "<ul>\(list)</ul>"
    )
  }

  private var timings: String {
    let stages = report.stages.map { ($0.rawValue, $1) } + [("read", report.readTime.nanoseconds)]
    let longest = max(1, stages.map(\.1).max() ?? 1)
    let rows = stages.map { name, time in
      let share = HTMLText.number(Double(time) / Double(longest) * 100)
      return "<tr><th>\(name)</th><td><i class=\"bar\" style=\"width:\(share)%\"></i></td>"
        + "<td class=\"n\">\(Self.milliseconds(time))</td></tr>"
    }
    let total = Self.milliseconds(report.totalTime.nanoseconds)
    return panel(
      "timings", "Time",
      "<table class=\"bars\">\(rows.joined(separator: "\n"))<tr><th>total</th><td></td>"
        + "<td class=\"n\">\(total)</td></tr></table>")
  }

  private static func milliseconds(_ nanoseconds: Int) -> String {
    String(format: "%.2f ms", Double(nanoseconds) / 1e6)
  }

  private var cacheTable: String {
    let rows = report.caches.map { name, cache in
      "<tr><td>\(name)</td>"
        + [cache.hits, cache.misses, cache.bytes / 1024].map { "<td class=\"n\">\($0)</td>" }
        .joined() + "</tr>"
    }
    return panel(
      "caches", "Caches",
      "<table><tr><th>Cache</th><th>Hits</th><th>Misses</th><th>KiB</th></tr>"
        + rows.joined(separator: "\n") + "</table>")
  }
}

/// The layers over the image, as drawings in layout points (SVG 2).
struct InspectLayers {
  let anatomy: PageAnatomy

  /// The colour of a font that stands in for others.
  static func color(ofFont index: Int, in anatomy: PageAnatomy) -> String {
    let digits = String(anatomy.color(ofFont: index), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  var svg: String {
    let (width, height) = (HTMLText.number(anatomy.width), HTMLText.number(anatomy.height))
    return "<svg width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
      + group("fallback", fallback) + group("lines", lines) + group("clusters", clusters)
      + group("baselines", baselines) + group("boxes", boxes)
      + "<rect class=\"spot\" hidden width=\"0\" height=\"0\"/></svg>"
  }

  private func group(_ name: String, _ marks: [String]) -> String {
    "<g class=\"layer \(name)\" data-layer=\"\(name)\">\n\(marks.joined(separator: "\n"))\n</g>\n"
  }

  private func rect(_ frame: Rect, _ attributes: String, title: String? = nil) -> String {
    let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(HTMLText.number)
    return "<rect x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" "
      + "height=\"\(numbers[3])\" \(attributes)"
      + (title.map { "><title>\(HTMLText.escaped($0))</title></rect>" } ?? "/>")
  }

  private var boxes: [String] {
    anatomy.boxes.enumerated().map { index, box in
      rect(box.frame, "data-box=\"\(index)\"", title: "\(box.name) \(box.detail)")
    }
  }

  private var lines: [String] { anatomy.lines.map { rect($0.frame, "") } }

  private var baselines: [String] {
    anatomy.lines.map { line in
      let (left, right) = (HTMLText.number(line.frame.minX), HTMLText.number(line.frame.maxX))
      return "<path d=\"M\(left) \(HTMLText.number(line.baseline))H\(right)\"/>"
    }
  }

  private var clusters: [String] {
    anatomy.clusters.enumerated().map { index, cluster in
      rect(
        cluster.frame, index.isMultiple(of: 2) ? "class=\"even\"" : "",
        title: "glyph " + cluster.glyphs.map(String.init).joined(separator: ", "))
    }
  }

  private var fallback: [String] {
    anatomy.runs.filter { anatomy.fonts[$0.font].isFallback }.map { run in
      let font = anatomy.fonts[run.font]
      return rect(
        run.frame, "style=\"--c:\(Self.color(ofFont: run.font, in: anatomy))\"",
        title: "\(font.family), \(font.file)")
    }
  }
}
