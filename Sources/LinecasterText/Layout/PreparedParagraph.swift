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
  /// - Complexity: O(lines · log runs), plus the glyphs that are shaped again.
  public func layout(width: Double = .infinity) -> TextLayout {
    let limit = width.isNaN ? .infinity : max(0, width)
    let breaker = LineBreaker(paragraph: storage, limit: limit)
    let lines = breaker.breakLines()
    return TextLayout(paragraph: storage, lines: lines, width: limit)
  }

  /// The width of the widest line if lines end only where they must, in layout points.
  ///
  /// - Complexity: O(units).
  public var maxContentWidth: Double { IntrinsicWidths(storage).maximum }

  /// The width of the widest piece between line opportunities, in layout points.
  ///
  /// - Complexity: O(units).
  public var minContentWidth: Double { IntrinsicWidths(storage).minimum }

  /// The characters that no font has, each once for every place, in text order.
  public var missingCharacters: [Unicode.Scalar] { storage.missing }

  /// An estimate of the memory the value keeps alive, in bytes.
  public var byteCount: Int { storage.byteCount }
}
