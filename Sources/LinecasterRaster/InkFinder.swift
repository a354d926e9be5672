import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// Finds the pixels that steps may draw on, as one rectangle.
///
/// Shapes are taken by their boxes, texts glyph by glyph: what is found is enough whatever a font
/// draws beyond its lines.
struct InkFinder {
  /// Whether texts are looked at; else they may draw anywhere.
  var looksAtText = true

  private var finder: DamageFinder
  private var texts = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// - Parameter clip: What is seen.
  init(scale: PixelScale, rendering: GlyphRendering, source: GlyphSource, clip: PixelRect) {
    finder = DamageFinder(
      scale: scale, rendering: rendering, source: source, clip: clip, limit: 1)
  }

  /// The smallest rectangle of the clip that has all pixels found.
  var bounds: PixelRect { finder.region.bounds.union(texts) }

  /// Adds what a step may draw on.
  ///
  /// - Throws: `RasterError` where its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand, _ scope: WorkScope) throws {
    // There is nothing more to find.
    if bounds == finder.clip { return }
    switch command {
    case .fill, .border, .shadow, .image, .textStroke: try finder.insert(command)
    case .text(let layout, let origin):
      let ink = try ink(ofWhole: layout, at: origin, scope)
      texts = texts.union(ink.bounds)
    case .textShadow(let layout, let origin, let shadow):
      let ink = try ink(of: shadow, of: layout, at: origin, scope)
      texts = texts.union(bounds(of: shadow, castBy: ink))
    case .group(let group) where group.hasEffects: try finder.insert(command)
    case .group(let group):
      let outer = finder.enter(group)
      defer { finder.clip = outer }
      guard !finder.clip.isEmpty else { return }
      for command in group.commands { try insert(command, scope) }
    }
  }

  /// Narrows the clip to that of a group.
  mutating func enter(_ group: DisplayGroup) { _ = finder.enter(group) }

  /// The pixels of the clip that the shadow of a text may draw on.
  func bounds(of shadow: Shadow, castBy ink: TextInk) -> PixelRect {
    guard !ink.bounds.isEmpty else { return ink.bounds }
    let reach = GaussianBlur(deviation: shadow.blur * finder.scale.factor / 2).reach
    return ink.bounds.widened(by: (reach, reach)).clipped(to: finder.clip)
  }

  /// Where the silhouette of a text that casts a shadow has ink, before it is blurred: in the clip
  /// and as far around it as the blur reaches.
  func ink(
    of shadow: Shadow, of layout: TextLayout, at origin: Point, _ scope: WorkScope
  ) throws -> TextInk {
    let reach = GaussianBlur(deviation: shadow.blur * finder.scale.factor / 2).reach
    var inner = InkFinder(
      scale: finder.scale, rendering: finder.rendering.ofShadows, source: finder.source,
      clip: finder.clip.widened(by: (reach, reach)))
    inner.looksAtText = looksAtText
    return try inner.ink(
      of: layout, at: origin.offset(x: shadow.offset.x, y: shadow.offset.y), in: .black,
      scope)
  }

  /// Where a text draws, its boxes and attachments included.
  func ink(
    ofWhole layout: TextLayout, at origin: Point, _ scope: WorkScope
  ) throws -> TextInk {
    var ink = try ink(of: layout, at: origin, scope)
    guard layout.isRich else { return ink }
    let beneath = layout.inlineCommands(at: origin, scale: finder.scale)
    var finder = finder
    finder.region = PixelRegion(limit: 1)
    for command in beneath { try finder.insert(command) }
    ink.add(beneath, in: finder.region.bounds)
    return ink
  }

  /// Where the letters of a text and their lines draw.
  ///
  /// - Parameter color: A colour in place of the text's own.
  func ink(
    of layout: TextLayout, at origin: Point, in color: Color? = nil, _ scope: WorkScope
  ) throws -> TextInk {
    guard looksAtText else { return TextInk(bounds: finder.clip) }
    let decorations = try layout.decorations(isCancelled: { scope.isCancelled })
    var finder = finder
    finder.region = PixelRegion(limit: 1)
    let axes = layout.axes
    for background in decorations.backgrounds {
      finder.insert(axes.page(background.frame).offset(x: origin.x, y: origin.y))
    }
    for line in decorations.lines { finder.insert(line, axes, at: origin) }
    var ink = TextInk(bounds: finder.region.bounds)
    ink.decorations = decorations
    for line in layout.lines.indices {
      var area = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      try layout.forEachGlyphRun(ofLines: line..<line + 1) { run in
        try scope.ask()
        area = area.union(try finder.ink(of: run, at: origin, in: color))
      }
      ink.add(line: area)
    }
    return ink
  }
}

extension DamageFinder {
  /// The smallest rectangle of the clip around the glyphs of a run.
  ///
  /// - Throws: `RasterError` where they cannot be drawn.
  fileprivate func ink(
    of run: GlyphRun, at origin: Point, in color: Color?
  ) throws(RasterError) -> PixelRect {
    let strike = try AtlasStrike(run, scale: scale, color: color, rendering: rendering)
    var ink = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    guard let strike else { return ink }
    for glyph in run.placedGlyphs {
      let place = run.axes.page(glyph.origin)
      guard let column = strike.steps.column((origin.x + place.x) * scale.factor),
        let row = strike.steps.row((origin.y + place.y) * scale.factor)
      else { continue }
      let key = strike.key(glyph.identifier, column: column, row: row)
      ink = ink.union(try area(of: key, run.face, x: column >> 6, y: row >> 6))
    }
    return ink
  }

  /// The pixels of the clip around a glyph whose origin is in a pixel.
  private func area(
    of key: GlyphKey, _ face: FontFace, x: Int, y: Int
  ) throws(RasterError) -> PixelRect {
    let bitmap = try source.bitmap(for: key, of: face)
    switch bitmap.content {
    case .mask, .color, .stripes, .tinted:
      return PixelRect(
        x: x + Int(bitmap.left), y: y - Int(bitmap.top), width: Int(bitmap.width),
        height: Int(bitmap.height)
      ).clipped(to: clip)
    case .layers:
      var ink = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      for layer in bitmap.layers {
        let key = GlyphKey(
          face: face, glyph: layer.glyph, size: key.size, x: key.x, y: key.y,
          style: key.style.ofLayers)
        ink = ink.union(try area(of: key, face, x: x, y: y))
      }
      return ink
    case .path: return clip
    }
  }
}

/// Where a text draws, in pixels from the origin of the drawing.
struct TextInk: Sendable {
  /// Around all of it.
  private(set) var bounds: PixelRect
  /// The pixel rows that the glyphs of each line touch.
  private(set) var rows: [Range<Int32>] = []
  var decorations: (backgrounds: [TextBackground], lines: [TextDecorationLine]) = ([], [])
  /// What is drawn of boxes and attachments.
  private(set) var beneath: [DisplayCommand] = []

  init(bounds: PixelRect) {
    self.bounds = bounds
  }

  /// Adds what boxes and attachments draw on some pixels.
  fileprivate mutating func add(_ commands: [DisplayCommand], in area: PixelRect) {
    beneath = commands
    bounds = bounds.union(area)
  }

  /// Adds the pixels of the next line's glyphs.
  fileprivate mutating func add(line area: PixelRect) {
    bounds = bounds.union(area)
    rows.append(area.isEmpty ? 0..<0 : Int32(clamping: area.top)..<Int32(clamping: area.bottom))
  }

  /// The lines from the first to the last one with glyphs in some rows of pixels.
  func lines(from top: Int, to bottom: Int) -> Range<Int> {
    let seen = Int32(clamping: top)..<Int32(clamping: max(top, bottom))
    guard let first = rows.firstIndex(where: { $0.overlaps(seen) }),
      let last = rows.lastIndex(where: { $0.overlaps(seen) })
    else { return 0..<0 }
    return first..<last + 1
  }
}
