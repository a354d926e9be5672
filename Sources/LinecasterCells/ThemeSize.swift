import LinecasterBase
import LinecasterText

/// A length with a name in a program's design, for example the padding of a card.
///
///     extension ThemeSize {
///       static let avatar = ThemeSize(40, growsWithText: true)
///     }
///     struct Author: Cell {
///       func body(in environment: LayoutEnvironment) -> some Layout {
///         let side = environment[.avatar]
///         Row { Box(.black, size: Size(width: side, height: side)) }.padding(environment[.gap])
///       }
///     }
///
/// Named colours are of the type ``LinecasterBase/ThemeColor``.
public struct ThemeSize: Hashable, Sendable {
  /// The length in layout points, at the default text size.
  public let points: Double
  /// Whether the length scales with the reader's text size.
  public let growsWithText: Bool
  /// Whether the length is a line width, which is rounded to whole device pixels and is at least
  /// one.
  public let isLine: Bool

  /// Creates a length.
  ///
  /// - Parameters:
  ///   - points: The length in layout points; 0 if it is not a number from 0 to a billion.
  ///   - growsWithText: Whether the length scales with the reader's text size.
  ///   - isLine: Whether the length is a line width, rounded by `PixelScale.lineWidth(_:)`.
  public init(_ points: Double, growsWithText: Bool = false, isLine: Bool = false) {
    self.points = points >= 0 && points <= 1e9 ? points : 0
    self.growsWithText = growsWithText
    self.isLine = isLine
  }

  /// The width of lines between and around elements.
  public static let line = ThemeSize(1, isLine: true)
  /// The gap between related elements.
  public static let gap = ThemeSize(8)
  /// The padding between content and the edge of its container.
  public static let inset = ThemeSize(12)
  /// The margin between content and the edge of the list.
  public static let margin = ThemeSize(16)
  /// The minimum side of a touch target.
  public static let touch = ThemeSize(44)
}

extension LayoutEnvironment {
  /// Returns the length of a named size in this environment, in layout points.
  public subscript(size: ThemeSize) -> Double {
    let points = size.growsWithText ? size.points * fonts.scale : size.points
    return size.isLine ? scale.lineWidth(points) : points
  }
}
