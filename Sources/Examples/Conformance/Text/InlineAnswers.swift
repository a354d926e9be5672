/// The layout of a paragraph by an engine, in the schema of recordings; `nil` for values that were
/// not requested.
///
/// Lengths are layout points from the paragraph's content box: x along the line from its left end,
/// y across the lines from the edge where they begin. Rectangles are x, y, and the extents along
/// both.
package struct InlineAnswers: Codable, Sendable {
  package var lines: [Line]?
  package var height: Double?
  package var maxContent: Double?
  package var minContent: Double?
  /// The border boxes of each span.
  package var spans: [[[Double]]]?
  /// The border box of each attachment.
  package var boxes: [[Double]?]?
  /// The rectangles of the annotation of each ruby pair.
  package var annotations: [[[Double]]]?
  /// The start, end, line, x and width of each piece of text that has a width.
  package var graphemes: [[Double]]?
  package var carets: [Places]?
  package var hits: [Int]?
  /// The stretches of each range: line, and both ends.
  package var selections: [[[Double]]]?
  package var clamp: Clamp?

  init() {}

  /// A line: its text, its visible extent, and its line box.
  package struct Line: Codable, Sendable {
    package var start: Int
    package var end: Int
    package var left: Double?
    package var width: Double
    package var top: Double?
    package var bottom: Double?
    package var baseline: Double?
  }

  /// An offset and the carets at it: x, top and bottom of each.
  package struct Places: Codable, Sendable {
    package var offset: Int
    package var carets: [[Double]]

    init(offset: Int, carets: [[Double]]) {
      self.offset = offset
      self.carets = carets
    }

    package init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      offset = try container.decode(Int.self)
      carets = try container.decode([[Double]].self)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(offset)
      try container.encode(carets)
    }
  }

  /// The result of truncating a paragraph.
  package struct Clamp: Codable, Sendable {
    package var truncated: Bool
    package var height: Double
    /// The ranges shown on the line with the ellipsis.
    package var shown: [[Int]]?
    /// Whether each attachment is shown.
    package var boxesShown: [Bool]?
  }
}
