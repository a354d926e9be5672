extension FontDescription {
  /// Describes an opened face: all that its axes reach, or, where it stands at a place of its own
  /// or is synthesized, what it is there.
  init(_ face: FontFace) {
    let axes = face.isDefault ? face.axes : []
    self.init(
      source: face.data.source, index: face.index, family: face.family,
      otherFamilyNames: face.base.otherFamilyNames, styleName: face.styleName,
      weights: Self.weights(axes) ?? face.weight...face.weight,
      widths: Self.widths(axes) ?? face.width...face.width, slant: face.slant, axes: axes,
      hasColorBitmaps: face.hasColorBitmaps, designLanguages: face.base.designLanguages)
  }

  private static func weights(_ axes: [FontAxis]) -> ClosedRange<FontWeight>? {
    guard let axis = axes.first(where: { $0.tag == .weightAxis }) else { return nil }
    let value = { (value: Double) in FontWeight(Int(min(max(value, 1), 1000))) }
    return value(axis.minimum)...value(axis.maximum)
  }

  private static func widths(_ axes: [FontAxis]) -> ClosedRange<FontWidth>? {
    guard let axis = axes.first(where: { $0.tag == .widthAxis }) else { return nil }
    return FontWidth(percent: axis.minimum)...FontWidth(percent: axis.maximum)
  }
}
