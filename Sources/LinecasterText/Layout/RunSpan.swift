import LinecasterFonts

/// A run as the line breaker reads it: numbers only, so that walking runs counts no references.
struct RunSpan: Sendable {
  let start: Int
  let end: Int
  /// The sum of the glyphs' advances, in font units.
  let advance: Int
  /// The factor from font units to layout points.
  let scale: Double
  /// What it asks of the line boxes it stands on.
  let box: LineBox
  /// Whether it is a tab, whose width depends on where it stands.
  let isTab: Bool

  /// Reads a run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - style: The style of its text.
  ///   - firstFace: The face that text of the style is drawn with first.
  ///   - lineHeight: The height of its lines.
  init(_ run: ShapedRun, style: TextStyle, firstFace: FontFace, lineHeight: LineHeight) {
    start = run.start
    end = run.end
    advance = run.advance
    scale = run.scale
    let face = lineHeight.followsFallback ? run.face : firstFace
    box = LineBox(face: face, size: run.size, lineHeight: lineHeight)
      .raised(by: style.drawnShift)
    isTab = run.item.isTab
  }
}
