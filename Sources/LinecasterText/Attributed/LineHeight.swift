/// The height of a line box; negative ones and those that are not numbers count as 0.
public enum LineHeight: Hashable, Sendable {
  /// What the fonts on the line ask for, ascent and descent rounded to whole points as browsers do.
  case normal
  /// A multiple of the em of each font on the line; the difference is split above and below.
  case multiple(Double)
  /// A height in layout points; the difference is split above and below.
  case points(Double)
  /// What the fonts ask for, but at least a height in layout points.
  case atLeast(Double)

  /// Whether every face on a line has a say: where the height is given, only the first face of
  /// each style has (CSS Inline 3 §5.1).
  var followsFallback: Bool {
    switch self {
    case .normal, .atLeast: true
    case .multiple, .points: false
    }
  }
}
