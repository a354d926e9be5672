import LinecasterDisplay
import LinecasterGeometry

/// One of the four edges of a box.
enum BorderSide: Int, CaseIterable, Sendable {
  case top, right, bottom, left

  /// The line of a border along it.
  func edge(of border: Border) -> BorderEdge {
    switch self {
    case .top: border.top
    case .right: border.right
    case .bottom: border.bottom
    case .left: border.left
    }
  }

  /// The distance from it.
  func width(in insets: Insets) -> Double {
    switch self {
    case .top: insets.top
    case .right: insets.right
    case .bottom: insets.bottom
    case .left: insets.left
    }
  }

  /// The side that follows clockwise.
  var next: BorderSide { BorderSide(rawValue: (rawValue + 1) % 4) ?? .top }
  /// The side that comes before it.
  var previous: BorderSide { BorderSide(rawValue: (rawValue + 3) % 4) ?? .top }
}
