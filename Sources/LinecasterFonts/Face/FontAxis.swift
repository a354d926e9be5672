/// An axis of a variable font: something of its design that can be set (OpenType `fvar`).
public struct FontAxis: Hashable, Sendable {
  /// The name that programs use, such as `wght`.
  public let tag: FontTag
  /// The name for people, in English; the tag's letters where the font has none.
  public let name: String
  /// The least value, in the axis' own units.
  public let minimum: Double
  /// Where the font is when nothing is asked for.
  public let defaultValue: Double
  /// The greatest value.
  public let maximum: Double
  /// Whether the font asks programs not to offer the axis to people.
  public let isHidden: Bool

  /// All values of the axis.
  public var range: ClosedRange<Double> { minimum...maximum }

  /// The nearest value the axis has, as a fixed-point number with 16 binary places, which is how
  /// fonts store them; the default for what is not a number.
  func fixed(_ value: Double) -> Int32 {
    let inside = value.isNaN ? defaultValue : min(max(value, minimum), maximum)
    return Int32(clamping: Int((inside * 65_536).rounded()))
  }
}

extension FontTag {
  /// The heaviness of letters.
  public static let weightAxis: FontTag = "wght"
  /// The width of letters in percent.
  public static let widthAxis: FontTag = "wdth"
  /// The angle of slanted letters in degrees, negative where they lean to the right.
  public static let slantAxis: FontTag = "slnt"
  /// 0 for upright letters, 1 for italic ones.
  public static let italicAxis: FontTag = "ital"
  /// The size in points that the design is made for.
  public static let opticalSizeAxis: FontTag = "opsz"
}
