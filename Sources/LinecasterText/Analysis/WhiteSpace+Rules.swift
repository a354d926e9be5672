extension WhiteSpace {
  /// Whether runs of white space become one space.
  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }

  /// Whether white space takes no room at a line's end.
  var hangs: Bool { self != .pre && self != .breakSpaces }

  /// Whether lines end where the text need not end one.
  var wraps: Bool { self != .nowrap && self != .pre }

  /// The space as wide as an ideograph.
  static let ideographicSpace: UInt16 = 0x3000
}
