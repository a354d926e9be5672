/// How wide letters are drawn, in percent of the normal width, 50 to 200 (CSS Fonts 4 §2.3).
public struct FontWidth: Hashable, Comparable, Sendable {
  /// The percentage; 100 is normal.
  public let percent: Double

  /// Makes a width; values outside 50…200 are clamped, and what is not a number is 100.
  public init(percent: Double) {
    self.percent = percent.isNaN ? 100 : min(max(percent, 50), 200)
  }

  /// 75 percent.
  public static let condensed = FontWidth(percent: 75)
  /// 100 percent, the width of running text.
  public static let normal = FontWidth(percent: 100)
  /// 125 percent.
  public static let expanded = FontWidth(percent: 125)

  /// Whether the left width is narrower.
  public static func < (left: FontWidth, right: FontWidth) -> Bool { left.percent < right.percent }
}
