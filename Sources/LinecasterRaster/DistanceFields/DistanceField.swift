/// How far the pixels of a glyph are from its outline: an image that can be drawn at other sizes.
///
/// A texel from 0 to 1, a byte divided by 255, is ½ on the outline and ½ + d ÷ (2 · `spread`) at a
/// distance of d pixels inside of it, negative outside, measured from the middle of the pixel.
public struct DistanceField: Hashable, Sendable {
  /// Columns, those beside the glyph included.
  public let width: Int
  /// Rows, those above and below the glyph included.
  public let height: Int
  /// Pixels from the glyph's origin to the left column, to the right.
  public let left: Int
  /// Pixels from the baseline up to the top of the first row.
  public let top: Int
  /// The distance in pixels beyond which bytes are all the same.
  public let spread: Int
  /// The rows from the top, without padding.
  public let bytes: [UInt8]

  /// The spreads that there are.
  public static let spreads = 1...16
  /// The largest em in pixels.
  public static let maximumSize = 256.0
  /// The most pixels of a field: 1 MiB of distances while it is made.
  static let maximumTexels = 1 << 18

  /// The distance in pixels that a byte means, positive inside of the outline.
  public func distance(of byte: UInt8) -> Double {
    (Double(byte) / 127.5 - 1) * Double(spread)
  }
}
