/// Everything about a paragraph that does not depend on a width: analyzed, itemized and shaped.
///
/// An immutable value that shares its storage; any thread may lay it out, at many widths at once.
public struct PreparedParagraph: Sendable {
  let storage: ShapedParagraph

  /// Breaks the paragraph into lines at most `width` layout points wide.
  ///
  /// Widths that are not numbers, and infinite ones, leave every line as long as it is; negative
  /// ones count as 0. Shapes only what an unsafe break changes.
  ///
  /// - Complexity: O(lines · log units), plus the glyphs that are shaped again; O(1) for the width
  ///   that was asked for last.
  public func layout(width: Double = .infinity) -> TextLayout {
    layout(width: width, .never)
  }

  /// Breaks the paragraph into lines as long as that is wanted.
  func layout<Failure>(
    width: Double, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> TextLayout {
    var clock = StageClock(storage.typesetter.counters)
    defer { clock.finish(.breakLines) }
    let limit = width.isNaN ? .infinity : max(0, width)
    if let known = storage.knownLines(at: limit) { return TextLayout(storage, lines: known) }
    let lines = try PlacedLines(of: storage, limit: limit, checkpoint)
    storage.keep(lines, at: limit)
    return TextLayout(storage, lines: lines)
  }

  /// The width of the widest line if lines end only where they must, in layout points.
  ///
  /// - Complexity: O(units · log runs).
  public var maxContentWidth: Double { IntrinsicWidths.maximum(of: storage, .never) }

  /// The width of the widest piece between line opportunities, in layout points.
  ///
  /// Pieces are measured as lines of their own: at this width no word is broken.
  ///
  /// - Complexity: O(units · log runs), plus the glyphs that are shaped again.
  public var minContentWidth: Double { IntrinsicWidths.minimum(of: storage, .never) }

  /// The characters drawn as missing, each once for every place, in text order: no font has them,
  /// or none has all of their grapheme.
  public var missingCharacters: [Unicode.Scalar] { storage.missing }

  /// The memory the value keeps alive by itself, in bytes: 7 a UTF-16 unit, 16 a glyph and 64 a
  /// stretch of one font, size and direction, as far as arrays are no larger than they need be.
  ///
  /// Fonts, the typesetter and layouts are not counted.
  public var byteCount: Int { storage.byteCount }
}
