public import LinecasterBase
public import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// Finds the bounding box of the pixels that steps may draw on.
///
/// Shapes count by their boxes, texts glyph by glyph. The result also covers glyphs that extend
/// beyond their lines.
struct InkFinder {
  /// Whether texts are examined; otherwise, they may draw anywhere.
  var looksAtText = true
  /// Whether the columns of horizontal texts are found as well; otherwise, they may draw in all
  /// columns, and the rows of each glyph are found once, which takes a tenth of the time.
  var findsColumns = true

  private var finder: DamageFinder
  private var texts = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// - Parameter clip: The visible pixels.
  init(scale: PixelScale, rendering: GlyphRendering, source: GlyphSource, clip: PixelRect) {
    finder = DamageFinder(
      scale: scale, rendering: rendering, source: source, clip: clip, limit: 1)
  }

  /// The visible pixels.
  var clip: PixelRect { finder.clip }

  /// The bounding box of all pixels found in the clip.
  var bounds: PixelRect { finder.region.bounds.union(texts) }

  /// Adds the pixels that a step may draw on.
  ///
  /// - Throws: `RasterError` if its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand, _ scope: WorkScope) throws {
    // There is nothing left to find.
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

  /// Returns the pixels of the clip that a text's shadow may draw on.
  func bounds(of shadow: Shadow, castBy ink: TextInk) -> PixelRect {
    guard !ink.bounds.isEmpty else { return ink.bounds }
    let reach = GaussianBlur(deviation: shadow.blur * finder.scale.factor / 2).reach
    return ink.bounds.widened(by: (reach, reach)).clipped(to: finder.clip)
  }

  /// Returns the ink of the silhouette that casts a text's shadow, before blurring: in the clip,
  /// widened by the reach of the blur.
  func ink(
    of shadow: Shadow, of layout: TextLayout, at origin: Point, _ scope: WorkScope
  ) throws -> TextInk {
    let reach = GaussianBlur(deviation: shadow.blur * finder.scale.factor / 2).reach
    var inner = InkFinder(
      scale: finder.scale, rendering: finder.rendering.ofShadows, source: finder.source,
      clip: finder.clip.widened(by: (reach, reach)))
    inner.looksAtText = looksAtText
    inner.findsColumns = findsColumns
    return try inner.ink(
      of: layout, at: origin.offset(x: shadow.offset.x, y: shadow.offset.y), in: .black,
      scope)
  }

  /// Returns the ink of a text, including its boxes and attachments.
  ///
  /// - Parameter known: The rows of lines that need no search.
  func ink(
    ofWhole layout: TextLayout, at origin: Point, known: TextInk.KnownRows = .none,
    _ scope: WorkScope
  ) throws -> TextInk {
    var ink = try ink(of: layout, at: origin, known: known, scope)
    guard layout.isRich else { return ink }
    let beneath = layout.inlineCommands(at: origin, scale: finder.scale)
    var finder = finder
    finder.region = PixelRegion(limit: 1)
    for command in beneath { try finder.insert(command) }
    ink.add(beneath, in: finder.region.bounds)
    return ink
  }

  /// Returns the ink of a text's letters and decoration lines.
  ///
  /// - Parameters:
  ///   - color: The colour that replaces the text's own.
  ///   - known: The rows of lines that need no search.
  func ink(
    of layout: TextLayout, at origin: Point, in color: Color? = nil,
    known: TextInk.KnownRows = .none, _ scope: WorkScope
  ) throws -> TextInk {
    guard looksAtText else { return TextInk(bounds: finder.clip, in: finder.clip) }
    let decorations = try layout.decorations(scope)
    var finder = finder
    finder.region = PixelRegion(limit: 1)
    let axes = layout.axes
    for background in decorations.backgrounds {
      finder.insert(axes.page(background.frame).offset(x: origin.x, y: origin.y))
    }
    for line in decorations.lines { finder.insert(line, axes, at: origin) }
    var ink = TextInk(bounds: finder.region.bounds, in: finder.clip)
    ink.decorations = decorations
    var rows = GlyphRows()
    for line in 0..<layout.lineCount {
      if let rows = known[line] {
        ink.add(rows: rows)
        continue
      }
      var area = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      try layout.forEachGlyphRun(ofLines: line..<line + 1) { run in
        try scope.checkCancellation()
        let part =
          findsColumns || !run.axes.isHorizontal
          ? try finder.ink(of: run, at: origin, in: color)
          : try finder.rows(of: run, at: origin, in: color, &rows)
        area = area.union(part)
      }
      ink.add(line: area)
    }
    return ink
  }
}

extension DamageFinder {
  /// Returns the bounding box in the clip of a run's glyphs.
  ///
  /// - Throws: `RasterError` if they cannot be drawn.
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

  /// Returns the rows of the clip that a run's glyphs may touch, with all columns.
  ///
  /// - Parameter known: The rows of glyphs that were found before.
  /// - Throws: `RasterError` if the glyphs cannot be drawn.
  fileprivate func rows(
    of run: GlyphRun, at origin: Point, in color: Color?, _ known: inout GlyphRows
  ) throws(RasterError) -> PixelRect {
    let none = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    let strike = try AtlasStrike(run, scale: scale, color: color, rendering: rendering)
    guard let strike else { return none }
    var (top, bottom) = (Int.max, Int.min)
    var failure: RasterError?
    run.forEachGlyph { glyph, _, y in
      guard failure == nil, let row = strike.steps.row((origin.y + y) * scale.factor) else {
        return
      }
      do throws(RasterError) {
        let rows = try known.rows(of: glyph, strike, row: row & 63) { key throws(RasterError) in
          var anywhere = self
          anywhere.clip = GlyphRows.anywhere
          return try anywhere.area(of: key, run.face, x: 0, y: 0)
        }
        guard let rows else { return }
        (top, bottom) = (min(top, row >> 6 + rows.top), max(bottom, row >> 6 + rows.bottom))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard top < bottom else { return none }
    return PixelRect(left: clip.left, top: top, right: clip.right, bottom: bottom)
      .clipped(to: clip)
  }

  /// Returns the pixels of the clip around a glyph whose origin is in a pixel.
  private func area(
    of key: GlyphKey, _ face: FontFace, x: Int, y: Int
  ) throws(RasterError) -> PixelRect {
    let bitmap = try source.bitmap(for: key, of: face)
    switch bitmap.content {
    case .mask, .color, .subpixels, .tinted:
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

/// The rows of pixels that glyphs may touch, relative to their origins.
private struct GlyphRows {
  /// The common properties of glyphs.
  private struct Strike: Hashable {
    let face: UInt32
    let size: UInt32
    let style: GlyphStyle
    /// The distance of origins from a whole row, in 64ths of a pixel.
    let row: Int
  }

  /// The rows of one glyph; there are none from 0 to 0.
  struct Rows {
    let top: Int
    let bottom: Int
  }

  /// The rows of other strikes, by the number of the glyph.
  private var others: [Strike: [Rows?]] = [:]
  /// The strike of the last glyph, and its rows: neighbours mostly share it.
  private var strike: Strike?
  private var glyphs: [Rows?] = []

  /// The pixels in which the rows of a glyph are found.
  static let anywhere = PixelRect(
    left: -1 << 30, top: -1 << 30, right: 1 << 30, bottom: 1 << 30)

  /// Returns the rows of a glyph; `nil` if it draws nothing.
  ///
  /// - Parameters:
  ///   - row: The distance of its origin from a whole row, in 64ths of a pixel.
  ///   - find: Returns the pixels of a glyph whose origin is in pixel 0.
  mutating func rows(
    of glyph: UInt32, _ common: AtlasStrike, row: Int,
    _ find: (GlyphKey) throws(RasterError) -> PixelRect
  ) throws(RasterError) -> Rows? {
    let wanted = Strike(
      face: common.face.identifier, size: common.size, style: common.style, row: row)
    if wanted != strike {
      if let strike { others[strike] = glyphs }
      glyphs = others.removeValue(forKey: wanted) ?? []
      strike = wanted
    }
    let index = Int(glyph)
    if index < glyphs.count, let rows = glyphs[index] { return rows.top < rows.bottom ? rows : nil }
    let area = try find(common.key(glyph, column: 0, row: row))
    // At other columns, coverage may round to another row.
    let rows =
      area.isEmpty ? Rows(top: 0, bottom: 0) : Rows(top: area.top - 1, bottom: area.bottom + 1)
    if index >= glyphs.count {
      glyphs.append(contentsOf: repeatElement(nil, count: index + 1 - glyphs.count))
    }
    glyphs[index] = rows
    return rows.top < rows.bottom ? rows : nil
  }
}

/// The ink of a text, in pixels from the origin of the drawing.
struct TextInk: Sendable {
  /// The bounding box.
  private(set) var bounds: PixelRect
  /// The pixel rows that the glyphs of each line touch.
  private(set) var rows: [Range<Int32>] = []
  var decorations: (backgrounds: [TextBackground], lines: [TextDecorationLine]) = ([], [])
  /// The drawing steps of boxes and attachments.
  private(set) var beneath: [DisplayCommand] = []
  /// The pixels among which it was searched.
  private let clip: PixelRect

  init(bounds: PixelRect, in clip: PixelRect) {
    self.bounds = bounds
    self.clip = clip
  }

  /// Adds the steps of boxes and attachments, and their pixels.
  fileprivate mutating func add(_ commands: [DisplayCommand], in area: PixelRect) {
    beneath = commands
    bounds = bounds.union(area)
  }

  /// Adds the pixels of the next line's glyphs.
  fileprivate mutating func add(line area: PixelRect) {
    bounds = bounds.union(area)
    rows.append(area.isEmpty ? 0..<0 : Int32(clamping: area.top)..<Int32(clamping: area.bottom))
  }

  /// Adds the rows of the next line's glyphs, in all columns.
  fileprivate mutating func add(rows: Range<Int32>) {
    bounds = bounds.union(
      PixelRect(
        left: clip.left, top: Int(rows.lowerBound), right: clip.right, bottom: Int(rows.upperBound))
    )
    self.rows.append(rows)
  }

  /// The rows of the first lines of a text, which its next version has too.
  struct KnownRows {
    fileprivate let rows: ArraySlice<Range<Int32>>
    /// The rows between which no clip can have cut glyphs.
    fileprivate let whole: (top: Int32, bottom: Int32)

    static let none = KnownRows(rows: [], whole: (0, 0))

    /// The rows of a line; `nil` if they must be searched.
    fileprivate subscript(line: Int) -> Range<Int32>? {
      guard line < rows.count else { return nil }
      let rows = rows[line]
      return !rows.isEmpty && rows.lowerBound > whole.top && rows.upperBound < whole.bottom
        ? rows : nil
    }
  }

  /// Returns the rows of the first lines for a drawing in another clip.
  func known(first count: Int, in other: PixelRect) -> KnownRows {
    guard clip.left == other.left, clip.right == other.right else { return .none }
    return KnownRows(
      rows: rows.prefix(count),
      whole: (
        Int32(clamping: max(clip.top, other.top)), Int32(clamping: min(clip.bottom, other.bottom))
      ))
  }

  /// Returns the range of lines with glyphs in a range of pixel rows.
  func lines(from top: Int, to bottom: Int) -> Range<Int> {
    let seen = Int32(clamping: top)..<Int32(clamping: max(top, bottom))
    guard let first = rows.firstIndex(where: { $0.overlaps(seen) }),
      let last = rows.lastIndex(where: { $0.overlaps(seen) })
    else { return 0..<0 }
    return first..<last + 1
  }
}

extension DisplayRasterizer {
  /// Returns the bounding box of a list's visible pixels, in layout points; `nil` if nothing is
  /// visible.
  ///
  ///     var list = DisplayList(size: layout.size)
  ///     list.append(.text(layout, origin: .zero))
  ///     let ink = try rasterizer.inkBounds(of: list, scale: PixelScale(2))
  ///
  /// Letters may extend beyond the boxes by which text is measured, or fill them only in part. The
  /// list is drawn to find the bounds, so their edges are those of pixels that are not fully clear.
  ///
  /// - Parameters:
  ///   - list: The list to measure.
  ///   - scale: The number of device pixels per layout point.
  ///   - margin: The width of the area around the list that is searched, in layout points.
  /// - Throws: The errors of `rasterize`.
  /// - Complexity: O(pixels + glyphs). Thread-safe.
  public func inkBounds(
    of list: DisplayList, scale: PixelScale, margin: Double = 64
  ) throws -> Rect? {
    let margin = scale.roundedUp(margin.isFinite ? max(0, margin) : 0)
    var larger = DisplayList(
      size: Size(
        width: list.size.width + 2 * margin, height: list.size.height + 2 * margin))
    for command in list.commands { larger.append(command.offset(x: margin, y: margin)) }
    let bitmap = try rasterize(larger, scale: scale, background: .clear)
    guard let pixels = bitmap.visibleBounds else { return nil }
    return Rect(
      x: Double(pixels.left) / scale.factor - margin, y: Double(pixels.top) / scale.factor - margin,
      width: Double(pixels.width) / scale.factor, height: Double(pixels.height) / scale.factor)
  }
}

extension Bitmap {
  /// The bounding box of the pixels that are not fully clear; `nil` if all pixels are clear.
  ///
  /// - Complexity: O(pixels).
  public var visibleBounds: PixelRect? {
    var bounds: PixelRect?
    for y in 0..<height {
      let row = pixels[y * width * 4..<(y + 1) * width * 4]
      let alphas = stride(from: row.startIndex + 3, to: row.endIndex, by: 4)
      guard let first = alphas.first(where: { row[$0] > 0 }),
        let last = alphas.reversed().first(where: { row[$0] > 0 })
      else { continue }
      let (left, right) = ((first - row.startIndex) / 4, (last - row.startIndex) / 4 + 1)
      bounds = PixelRect(
        left: min(bounds?.left ?? left, left), top: bounds?.top ?? y,
        right: max(bounds?.right ?? right, right), bottom: y + 1)
    }
    return bounds
  }
}
