extension WhiteSpace {
  /// Whether runs of white space become one space.
  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }

  /// Whether a space, tab or U+3000 takes no room at a line's end.
  ///
  /// As in browsers U+3000 is a character like any other where spaces collapse.
  func hangs(_ unit: UInt16) -> Bool {
    switch self {
    case .pre, .breakSpaces: false
    case .preWrap: true
    case .normal, .nowrap, .preLine: unit != Self.ideographicSpace
    }
  }

  /// Whether lines end where the text need not end one.
  var wraps: Bool { self != .nowrap && self != .pre }

  /// The space as wide as an ideograph.
  static let ideographicSpace: UInt16 = 0x3000
}
