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
}
