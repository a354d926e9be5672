/// The way that scan lines go.
enum ScanAxis {
  /// From left to right; lines follow each other downwards.
  case level
  /// Downwards; lines follow each other from left to right.
  case upright

  /// The coordinate that is the same all along a line.
  @inline(__always)
  var across: Int { self == .level ? 1 : 0 }

  /// The coordinate that grows along a line.
  @inline(__always)
  var along: Int { 1 - across }
}
