import Foundation
import Linecaster
import LinecasterBase
import LinecasterCommandSupport

/// The page, as one HTML file.
struct InspectPage {
  private let title: String
  private let theme: Theme
  private let bitmap: Bitmap
  private let png: [UInt8]
  private let anatomy: PageAnatomy
  private let carets: CaretMap
  private let report: RenderReport

  /// Analyses an image.
  ///
  /// - Throws: `ImageError` or `CommandFailure` if there is nothing to show.
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
    carets = CaretMap(anatomy.texts)
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
    <section class="picture">\(Self.tools)
    <div class="stage" tabindex="0" role="group" aria-label="Picture; click to select a node">
    <div class="paper"><img alt="The image" draggable="false" \
    width="\(HTMLText.number(anatomy.width))" height="\(HTMLText.number(anatomy.height))" \
    data-pixels="\(bitmap.width)" \
    src="data:image/png;base64,\(Data(png).base64EncodedString())">
    \(InspectLayers(anatomy: anatomy).svg)
    </div></div></section>
    <aside>\(layers)\(node)\(InspectTree(boxes: anatomy.boxes).html)\(missing)\(fonts)\(timings)\
    \(cacheTable)</aside>
    </main>
    <script type="application/json" id="data">\
    \(InspectData(anatomy: anatomy, carets: carets).json)</script>
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
      "\(anatomy.boxes.total) nodes", "\(anatomy.lines.total) lines", "\(glyphs) glyphs",
    ].joined(separator: " · ")
  }

  /// The tool bar above the picture: its size, and the pointer position.
  private static let tools = """
    <div class="tools"><div role="toolbar" aria-label="Size of the picture">
    <button type="button" data-zoom="out" aria-keyshortcuts="-" title="Smaller (-)">−</button>\
    <button type="button" data-zoom="reset" aria-keyshortcuts="0" title="Original size (0)">100 %\
    </button>\
    <button type="button" data-zoom="in" aria-keyshortcuts="+" title="Larger (+)">+</button></div>
    <output class="where">Point at the picture</output></div>
    """

  static func panel(_ name: String, _ title: String, _ content: String) -> String {
    "<section class=\"panel\" id=\"\(name)\"><h2>\(title)</h2>\(content)</section>\n"
  }

  private func panel(_ name: String, _ title: String, _ content: String) -> String {
    Self.panel(name, title, content)
  }

  private var layers: String {
    let fallbacks = anatomy.runs.count { anatomy.fonts[$0.font].isFallback }
    let rows: [(String, String, Int, Bool)] = [
      ("boxes", "Boxes", anatomy.boxes.total, anatomy.boxes.isWhole),
      ("lines", "Line boxes", anatomy.lines.total, anatomy.lines.isWhole),
      ("baselines", "Baselines", anatomy.lines.total, anatomy.lines.isWhole),
      ("inlines", "Boxes in texts", anatomy.inlines.total, anatomy.inlines.isWhole),
      ("clusters", "Clusters", anatomy.clusters.total, anatomy.clusters.isWhole),
      ("fallback", "Fallback fonts", fallbacks, anatomy.runs.isWhole),
    ]
    let labels = rows.map { name, title, count, isWhole in
      "<label><input type=\"checkbox\" data-layer=\"\(name)\"><i class=\"key \(name)\"></i>"
        + "\(title)<small>\(isWhole ? "" : "the first of ")\(count)</small></label>"
    }
    let leftOut = carets.leftOutCount
    let note =
      leftOut == 0
      ? ""
      : "<p class=\"note\">Carets of \(leftOut) texts are left out; the limit of a page is "
        + "\(CaretMap.unitLimit) characters.</p>"
    return panel("layers", "Layers", labels.joined() + note)
  }

  /// The details of the selected node, which the script fills.
  private var node: String {
    panel(
      "node", "Node",
      "<p class=\"note\">Click the picture or the tree. Escape or a second click selects the "
        + "parent.</p><div class=\"detail\" role=\"status\"></div>")
  }

  private var missing: String {
    var drawn: Set<Unicode.Scalar> = []
    let places = anatomy.missingPlaces.enumerated().map { index, place in
      drawn.insert(place.character)
      let words = place.box.map { "\(anatomy.boxes[$0].name) \(anatomy.boxes[$0].detail)" } ?? ""
      return "<li><button type=\"button\" data-missing=\"\(index)\" "
        + "data-box=\"\(place.box ?? -1)\">\(Self.name(place.character))"
        + "<small dir=\"auto\">\(HTMLText.escaped(words))</small></button></li>"
    }
    let more = anatomy.missingPlaces.total - places.count
    let hidden = anatomy.missing.filter { !drawn.contains($0) }.prefix(Self.missingShown).map {
      "<li>\(Self.name($0))<small>not on the page</small></li>"
    }
    let faults = report.warnings.fontMessages.map { "<li>\(HTMLText.escaped($0))</li>" }
    let rest = more > 0 ? ["<li>and \(more) more places</li>"] : []
    let list = (places + rest + hidden + faults).joined(separator: "\n")
    return panel(
      "missing", "Missing characters and faults",
      list.isEmpty ? "<p class=\"good\">None: every character has a glyph.</p>" : "<ul>\(list)</ul>"
    )
  }

  private static let missingShown = 1_000

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let shown = scalar.properties.isGraphemeBase ? HTMLText.escaped(String(scalar)) : ""
    return "<code>\(scalar.codePoint)</code> <bdi>\(shown)</bdi> "
      + HTMLText.escaped(scalar.properties.name ?? "")
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

  /// The colour of a fallback font.
  static func color(ofFont index: Int, in anatomy: PageAnatomy) -> String {
    let digits = String(anatomy.color(ofFont: index), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  var svg: String {
    let (width, height) = (HTMLText.number(anatomy.width), HTMLText.number(anatomy.height))
    return "<svg width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
      + group("fallback", fallback) + group("lines", lines) + group("clusters", clusters)
      + group("baselines", baselines) + group("inlines", inlines) + group("boxes", boxes)
      + "<g class=\"missing\">\n\(missing.joined(separator: "\n"))\n</g>\n"
      + "<rect class=\"spot\" hidden width=\"0\" height=\"0\"/>"
      + "<rect class=\"pick\" hidden width=\"0\" height=\"0\"/>"
      + "<line class=\"caret\" hidden/></svg>"
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
      let numbers = [
        line.baseline.minX, line.baseline.minY, line.baseline.maxX, line.baseline.maxY,
      ].map(HTMLText.number)
      return "<path d=\"M\(numbers[0]) \(numbers[1])L\(numbers[2]) \(numbers[3])\"/>"
    }
  }

  private var inlines: [String] {
    anatomy.inlines.map { rect($0.frame, "", title: $0.title) }
  }

  private var missing: [String] {
    anatomy.missingPlaces.enumerated().map { index, place in
      return rect(
        place.frame, "data-missing=\"\(index)\"", title: "no font has \(place.character.codePoint)")
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

/// The layout tree as a widget (WAI-ARIA 1.2 `tree`), which the script navigates.
struct InspectTree {
  let boxes: BoundedList<PageAnatomy.Box>

  /// The maximum depth of nested groups, because browsers limit nesting; deeper nodes are siblings
  /// with their own levels.
  private static let depthLimit = 100

  var html: String {
    let more = boxes.isWhole ? "" : "<p class=\"note\">The first \(boxes.count) nodes.</p>"
    return InspectPage.panel(
      "tree", "Layout", "<ul role=\"tree\" aria-label=\"Layout\">\n\(items)</ul>\(more)")
  }

  private var items: String {
    var html = ""
    var open = 0
    for (index, box) in boxes.enumerated() {
      let depth = min(box.depth, Self.depthLimit)
      if index > 0 {
        if depth >= open {
          html += depth > open ? "<ul role=\"group\">" : "</li>\n"
        } else {
          html += "</li>" + String(repeating: "</ul></li>", count: open - depth) + "\n"
        }
      }
      open = depth
      html += item(box, index)
    }
    return html + (boxes.isEmpty ? "" : "</li>" + String(repeating: "</ul></li>", count: open))
  }

  /// The start tag of an item; its end tag follows its children.
  private func item(_ box: PageAnatomy.Box, _ index: Int) -> String {
    let hasChildren = index + 1 < boxes.count && boxes[index + 1].depth > box.depth
    let size = "\(HTMLText.number(box.frame.width)) × \(HTMLText.number(box.frame.height))"
    let detail = HTMLText.escaped(box.detail)
    return "<li role=\"treeitem\" aria-level=\"\(box.depth + 1)\" aria-selected=\"false\" "
      + (hasChildren ? "aria-expanded=\"true\" " : "")
      + "tabindex=\"\(index == 0 ? 0 : -1)\" data-box=\"\(index)\" "
      + "aria-label=\"\(box.name) \(detail), \(size)\">"
      + "<div class=\"item\" style=\"--depth:\(min(box.depth, 20))\"><i></i><b>\(box.name)</b> "
      + "<span dir=\"auto\">\(detail)</span><small>\(size)</small></div>"
  }
}

/// The data for the script of the page, as JSON: nodes, and carets.
struct InspectData {
  let anatomy: PageAnatomy
  let carets: CaretMap

  /// The maximum bytes of a style value.
  private static let valueLimit = 240

  /// The JSON, escaped for its HTML element.
  var json: String {
    let nodes = anatomy.boxes.map(node).joined(separator: ",\n")
    let texts = zip(anatomy.texts, carets.texts).map(text).joined(separator: ",\n")
    return "{\"nodes\":[\n\(nodes)],\n\"texts\":[\n\(texts)]}"
  }

  /// A node:
  /// `[x, y, width, height, parent, [margins], [borders], [paddings], line, part line, style]`,
  /// with edges clockwise from the top, -1 and 0 for missing values, and the style as pairs.
  private func node(_ box: PageAnatomy.Box) -> String {
    let placement = box.placement
    let properties = box.node.sceneProperties(limit: Self.valueLimit).map {
      "[\(HTMLText.json($0.name)),\(HTMLText.json($0.value))]"
    }
    let edges = [placement.margin, placement.border, placement.padding].map {
      Self.list([$0.top, $0.right, $0.bottom, $0.left])
    }
    let fields =
      [Self.numbers(box.frame), "\(box.parent ?? -1)"] + edges
      + ["\(box.line?.line ?? 0)", "\(box.line?.partLine ?? 0)"]
      + ["[\(properties.joined(separator: ","))]"]
    return "[\(fields.joined(separator: ","))]"
  }

  /// A text: `[[x, y, width, height], [a, b, c, d, e, f], lines]`, with its hit area first. The
  /// matrix maps page positions to the layout, as in SVG. Lines are 0 if omitted, or
  /// `[top, bottom, stretches]` with five numbers for each stretch: its end, and the caret's
  /// position along the line, its top, its bottom and its text offset.
  private func text(_ text: PageAnatomy.PlacedText, _ lines: [CaretMap.Line]?) -> String {
    let lines = lines.map { lines in
      "[" + lines.map(Self.line).joined(separator: ",") + "]"
    }
    return "[[\(Self.numbers(text.frame))],\(Self.list(Self.matrix(of: text))),\(lines ?? "0")]"
  }

  private static func line(_ line: CaretMap.Line) -> String {
    let stretches = line.stretches.map { stretch in
      let caret = stretch.caret
      return [stretch.end, caret.x, caret.top, caret.bottom].map(HTMLText.number)
        .joined(separator: ",") + ",\(caret.utf16Offset)"
    }
    let (top, bottom) = (HTMLText.number(line.top), HTMLText.number(line.bottom))
    return "[\(top),\(bottom),[\(stretches.joined(separator: ","))]]"
  }

  private static func matrix(of text: PageAnatomy.PlacedText) -> [Double] {
    let layout = { (x: Double, y: Double) in
      text.layout.axes.layout(Point(x: x - text.origin.x, y: y - text.origin.y))
    }
    let (zero, right, down) = (layout(0, 0), layout(1, 0), layout(0, 1))
    return [
      right.x - zero.x, right.y - zero.y, down.x - zero.x, down.y - zero.y, zero.x, zero.y,
    ]
  }

  private static func numbers(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map(HTMLText.number).joined(separator: ",")
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(HTMLText.number).joined(separator: ",") + "]"
  }
}

/// The nearest caret for each pointer position over the texts of a page, from `TextLayout`: the
/// stretches of each line, with one caret each.
struct CaretMap {
  /// The part of a line with the same nearest caret.
  struct Stretch {
    /// The end along the line, in layout points from the layout's left edge.
    var end: Double
    let caret: Caret
  }

  /// A line, with its extent across in layout points from the layout's top edge.
  struct Line {
    let top: Double
    let bottom: Double
    let stretches: [Stretch]
  }

  /// The lines of each text, in order; `nil` for omitted texts.
  let texts: [[Line]?]
  /// The number of texts that are omitted because of their length.
  var leftOutCount: Int { texts.count { $0 == nil } }

  /// The maximum UTF-16 units of texts with carets on a page.
  static let unitLimit = 20_000

  /// Queries the layouts in order, up to the limit of units.
  ///
  /// - Complexity: O(units of the texts kept · log units).
  init(_ texts: [PageAnatomy.PlacedText], unitLimit: Int = CaretMap.unitLimit) {
    var room = unitLimit
    self.texts = texts.map { text in
      let units = text.layout.lines.reduce(0) { $0 + $1.utf16Range.count + 1 }
      guard units <= room else { return nil }
      room -= units
      return text.layout.lines.indices.map { Self.line($0, of: text.layout) }
    }
  }

  private static func line(_ index: Int, of layout: TextLayout) -> Line {
    let frame = layout.lines[index].frame
    var stretches: [Stretch] = []
    /// Adds a stretch with the caret nearest to its middle.
    func add(from start: Double, to end: Double) {
      let point = Point(x: (start + end) / 2, y: frame.minY + frame.height / 2)
      let caret = layout.caret(nearest: point)
      if let last = stretches.last, last.caret == caret {
        stretches[stretches.count - 1].end = end
      } else {
        stretches.append(Stretch(end: end, caret: caret))
      }
    }
    let places = layout.graphemes(ofLine: index).filter { $0.width > 0 }.sorted { $0.x < $1.x }
    let left = places.first?.x ?? frame.minX
    add(from: left - 2, to: left)
    for place in places {
      add(from: place.x, to: place.x + place.width / 2)
      add(from: place.x + place.width / 2, to: place.x + place.width)
    }
    let right = places.last.map { $0.x + $0.width } ?? frame.maxX
    add(from: right, to: right + 2)
    return Line(top: frame.minY, bottom: frame.maxY, stretches: stretches)
  }
}

extension HTMLText {
  /// A JSON string (RFC 8259 §7) that cannot start an HTML tag.
  static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\u{0}"..<" ", "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
