/// The vertical and decoration metrics of a face, in font units, distances from the baseline.
///
/// Read from `hhea`, or from `OS/2` where the font asks for its typographic metrics (OpenType 1.9,
/// `fsSelection` bit 7) and where `hhea` has none; moved by `MVAR` in variable fonts.
public struct FontMetrics: Hashable, Sendable {
  /// Font units an em; the factor from font units to layout points is size ÷ this.
  public let unitsPerEm: Int
  /// The distance from the baseline up to the top of the line box.
  public let ascent: Double
  /// The distance from the baseline down to the bottom of the line box; positive downwards.
  public let descent: Double
  /// Extra distance between lines that the font asks for; at least 0.
  public let lineGap: Double
  /// The height of a lower-case x.
  public let xHeight: Double
  /// The height of a capital H.
  public let capHeight: Double
  /// The distance from the baseline down to the top of an underline.
  public let underlineOffset: Double
  /// The thickness of an underline; at least 1.
  public let underlineThickness: Double
  /// The distance from the baseline up to the top of a line through the text.
  public let strikethroughOffset: Double
  /// The thickness of a line through the text; at least 1.
  public let strikethroughThickness: Double
}
