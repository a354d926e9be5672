@testable import LinecasterFonts

extension FontDescription {
  /// A face that is nowhere, for matching.
  static func sample(
    _ family: String = "Sample", weights: ClosedRange<Int> = 400...400,
    widths: ClosedRange<Double> = 100...100, slant: FontSlant = .upright,
    axes: [FontAxis] = [], hasColorBitmaps: Bool = false
  ) -> FontDescription {
    FontDescription(
      source: "memory", index: 0, family: family, otherFamilyNames: [], styleName: "",
      weights: FontWeight(weights.lowerBound)...FontWeight(weights.upperBound),
      widths: FontWidth(percent: widths.lowerBound)...FontWidth(percent: widths.upperBound),
      slant: slant, axes: axes, hasColorBitmaps: hasColorBitmaps, designLanguages: [])
  }
}

extension FontAxis {
  static func sample(_ tag: FontTag, _ minimum: Double, _ start: Double, _ maximum: Double)
    -> FontAxis
  {
    FontAxis(
      tag: tag, name: tag.name, minimum: minimum, defaultValue: start, maximum: maximum,
      isHidden: false)
  }
}
