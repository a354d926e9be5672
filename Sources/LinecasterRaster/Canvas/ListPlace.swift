import LinecasterGeometry

/// Where a display list is drawn, in pixels of what it is drawn on.
///
/// The point moves to the nearest whole pixel, so that a list looks the same wherever it is.
struct ListPlace: Hashable, Sendable {
  /// The column of the list's left edge.
  let x: Int
  /// The row of the list's top edge.
  let y: Int
  /// The pixels that may change, counted from there.
  let clip: PixelRect

  /// Makes the place of a list of some size with its top-left corner at a point.
  ///
  /// - Parameter clip: The pixels that may change of what it is drawn on.
  init(_ point: Point, size: Size, scale: PixelScale, in clip: PixelRect) {
    let x = Self.pixel(point.x * scale.factor)
    let y = Self.pixel(point.y * scale.factor)
    let area = PixelRect(
      left: 0, top: 0, right: scale.pixels(size.width), bottom: scale.pixels(size.height))
    (self.x, self.y) = (x, y)
    self.clip = area.clipped(to: clip.offset(x: -x, y: -y))
  }

  /// The nearest pixel edge; 0 for what is no number, and never beyond what can be added up.
  private static func pixel(_ edge: Double) -> Int {
    guard !edge.isNaN else { return 0 }
    return Int(min(max((edge + 0.5).rounded(.down), -1e9), 1e9))
  }
}
