/// One glyph as HarfBuzz placed it, in font units, 16 bytes.
struct ShapedGlyph: Hashable, Sendable {
  /// The first UTF-16 unit of the glyph's cluster, counted from the start of the paragraph.
  var cluster: UInt32
  /// The distance to the next glyph's origin, along the line.
  var advance: Int32
  /// The glyph's number in its face.
  var identifier: UInt16
  /// Whether breaking the line before this cluster would change its shape.
  var flags: Flags
  /// The distance from the pen to the glyph's origin, to the right.
  var xOffset: Int16
  /// The distance from the pen to the glyph's origin, upwards.
  var yOffset: Int16

  /// A glyph that takes no room.
  static let blank = ShapedGlyph(
    cluster: 0, advance: 0, identifier: 0, flags: [], xOffset: 0, yOffset: 0)

  /// What HarfBuzz says of a cluster.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    /// A line broken before this cluster must be shaped again (`HB_GLYPH_FLAG_UNSAFE_TO_BREAK`).
    static let unsafeToBreak = Flags(rawValue: 1)
  }
}
