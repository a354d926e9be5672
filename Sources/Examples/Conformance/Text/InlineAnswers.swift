/// The layout of a paragraph by an engine, in the schema of recordings; `nil` for values that were
/// not requested.
///
/// Lengths are layout points from the paragraph's content box: x along the line from its left end,
/// y across the lines from the edge where they begin. Rectangles are x, y, and the extents along
/// both.
struct InlineAnswers: Codable, Sendable {
  var lines: [Line]?
  var height: Double?
  var maxContent: Double?
  var minContent: Double?
  /// The border boxes of each span.
  var spans: [[[Double]]]?
  /// The border box of each attachment.
  var boxes: [[Double]?]?
  /// The rectangles of the annotation of each ruby pair.
  var annotations: [[[Double]]]?
  /// The start, end, line, x and width of each piece of text that has a width.
  var graphemes: [[Double]]?
  var carets: [Places]?
  var hits: [Int]?
  /// The stretches of each range: line, and both ends.
  var selections: [[[Double]]]?
  var clamp: Clamp?

  init() {}

  /// A line: its text, its visible extent, and its line box.
  struct Line: Codable, Sendable {
    var start: Int
    var end: Int
    var left: Double?
    var width: Double
    var top: Double?
    var bottom: Double?
    var baseline: Double?
  }

  /// An offset and the carets at it: x, top and bottom of each.
  struct Places: Codable, Sendable {
    var offset: Int
    var carets: [[Double]]

    init(offset: Int, carets: [[Double]]) {
      self.offset = offset
      self.carets = carets
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      offset = try container.decode(Int.self)
      carets = try container.decode([[Double]].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(offset)
      try container.encode(carets)
    }
  }

  /// The result of truncating a paragraph.
  struct Clamp: Codable, Sendable {
    var truncated: Bool
    var height: Double
    /// The ranges shown on the line with the ellipsis.
    var shown: [[Int]]?
    /// Whether each attachment is shown.
    var boxesShown: [Bool]?
  }
}
