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

  init(_ run: ShapedRun, style: TextStyle) {
    start = run.start
    end = run.end
    advance = run.advance
    scale = run.scale
    box = run.box.raised(by: style.drawnShift)
    isTab = run.item.isTab
  }
}
