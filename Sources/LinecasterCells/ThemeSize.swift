import LinecasterBase
import LinecasterText

/// A length that has a name in the design of a program, such as the room around a card.
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
/// Colours have their names as ``LinecasterBase/ThemeColor``.
public struct ThemeSize: Hashable, Sendable {
  /// Its length in layout points, at letters of their usual size.
  public let points: Double
  /// Whether it is longer where the reader wants larger letters.
  public let growsWithText: Bool
  /// Whether it is the width of a line, which is whole device pixels, one at least.
  public let isLine: Bool

  /// Makes a length.
  ///
  /// - Parameters:
  ///   - points: Layout points; 0 for what is no number from 0 to a billion.
  ///   - growsWithText: Whether it is longer where the reader wants larger letters.
  ///   - isLine: Whether it is the width of a line, as `PixelScale.lineWidth(_:)` makes it.
  public init(_ points: Double, growsWithText: Bool = false, isLine: Bool = false) {
    self.points = points >= 0 && points <= 1e9 ? points : 0
    self.growsWithText = growsWithText
    self.isLine = isLine
  }

  /// Of the lines between and around things.
  public static let line = ThemeSize(1, isLine: true)
  /// Between things that belong together.
  public static let gap = ThemeSize(8)
  /// Between what is written and the edge of what it is in.
  public static let inset = ThemeSize(12)
  /// Between what is shown and the edge of the list.
  public static let margin = ThemeSize(16)
  /// The least side of what a finger is to meet.
  public static let touch = ThemeSize(44)
}

extension LayoutEnvironment {
  /// The length that something with a name has here, in layout points.
  public subscript(size: ThemeSize) -> Double {
    let points = size.growsWithText ? size.points * fonts.scale : size.points
    return size.isLine ? scale.lineWidth(points) : points
  }
}
