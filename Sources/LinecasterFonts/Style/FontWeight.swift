/// The heaviness of letters on the scale of CSS and OpenType, 1 to 1000.
public struct FontWeight: Hashable, Comparable, Sendable {
  /// The value on the scale; 400 is regular, 700 bold.
  public let value: Int

  /// Makes a weight; values outside 1…1000 are clamped.
  public init(_ value: Int) {
    self.value = min(max(value, 1), 1000)
  }

  /// 400, the weight of running text.
  public static let regular = FontWeight(400)
  /// 500.
  public static let medium = FontWeight(500)
  /// 600.
  public static let semibold = FontWeight(600)
  /// 700.
  public static let bold = FontWeight(700)

  /// Whether the left weight is lighter.
  public static func < (left: FontWeight, right: FontWeight) -> Bool { left.value < right.value }
}
