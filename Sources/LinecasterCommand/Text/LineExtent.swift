import Linecaster

/// How far the text of a line reaches, white space at its end left out whether it hangs or not.
struct LineExtent {
  private var left = Double.infinity
  private var right = -Double.infinity

  init(_ places: ArraySlice<GraphemePlace>, _ text: [UInt16]) {
    var places = places
    while let last = places.last, text[last.utf16Range].allSatisfy(Self.isWhite) {
      places.removeLast()
    }
    for place in places where place.width > 0 {
      left = min(left, place.x)
      right = max(right, place.x + place.width)
    }
  }

  /// The distance between its edges in layout points, that of the line with its hyphen where it
  /// ends in one.
  func width(of line: Line, _ text: [UInt16]) -> Double {
    if text[line.utf16Range].last == Self.softHyphen { return line.frame.width }
    return max(0, right - left)
  }

  private static let softHyphen: UInt16 = 0xAD

  /// White space that may hang (CSS Text 3 §4.1.3): no no-break or figure space.
  private static func isWhite(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x3000: true
    default: false
    }
  }
}
