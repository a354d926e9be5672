import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

// What steps may draw on.

extension DamageFinder {
  /// Adds what a step may draw on.
  ///
  /// - Throws: `RasterError` where its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand) throws(RasterError) {
    switch command {
    case .fill(let shape, _), .image(_, let shape, _): insert(shape.rect)
    case .border(let shape, let border): insert(shape.rect, widenedBy: reach(of: border))
    case .shadow(let shape, let shadow):
      insert(
        shadow.isInset ? shape.rect : shadow.outline(of: shape).rect,
        widenedBy: shadow.isInset ? 0 : reach(of: shadow))
    case .text(let layout, let origin): try insert(layout, origin)
    case .textShadow(let layout, let origin, let shadow):
      try insert(shadow, of: layout, origin)
    case .group(let group): try insert(group)
    }
  }

  /// Adds what the steps of a group may draw on inside of its clip.
  mutating func insert(_ group: DisplayGroup) throws(RasterError) {
    let outer = enter(group)
    defer { clip = outer }
    guard !clip.isEmpty else { return }
    for command in group.commands { try insert(command) }
  }

  private mutating func insert(_ layout: TextLayout, _ origin: Point) throws(RasterError) {
    for background in layout.backgrounds {
      insert(background.frame.offset(x: origin.x, y: origin.y))
    }
    for line in layout.decorationLines { insert(line.bounds.offset(x: origin.x, y: origin.y)) }
    var marks: [GlyphMark] = []
    for run in layout.glyphRuns { try append(run, origin, to: &marks) }
    for mark in marks { try insert(mark) }
  }

  /// Adds what a glyph draws on.
  mutating func insert(_ mark: GlyphMark) throws(RasterError) {
    let bitmap = try source.bitmap(for: mark.key, of: mark.face)
    switch bitmap.content {
    case .mask, .color, .stripes:
      region.insert(
        PixelRect(
          x: mark.x + Int(bitmap.left), y: mark.y - Int(bitmap.top), width: Int(bitmap.width),
          height: Int(bitmap.height)
        ).clipped(to: clip))
    case .layers:
      for layer in bitmap.layers {
        let key = GlyphKey(
          face: mark.face, glyph: layer.glyph, size: mark.key.size, x: mark.key.x, y: mark.key.y,
          style: mark.key.style.ofLayers)
        try insert(GlyphMark(face: mark.face, key: key, x: mark.x, y: mark.y, color: mark.color))
      }
    case .path: region.insert(clip)
    }
  }

  /// Adds the pixels that a rectangle of layout points touches, and so many beside them.
  mutating func insert(_ rect: Rect, widenedBy reach: Int = 0) {
    let area = clip.widened(by: (reach, reach))
    let box = RoundedBox(DisplayShape(rect), scale: scale)
    guard box.isDrawable else { return }
    let touched = box.touched(in: area)
    guard !touched.isEmpty else { return }
    region.insert(touched.widened(by: (reach, reach)).clipped(to: clip))
  }
}

// MARK: - Borders and shadows

extension DamageFinder {
  /// How many pixels lines reach out of their box: dots do that where the box is narrower than
  /// they are wide.
  private func reach(of border: Border) -> Int {
    let edges = [border.top, border.right, border.bottom, border.left]
    guard edges.contains(where: { $0.pattern == .dotted }) else { return 0 }
    let insets = border.insets
    let widest = max(insets.top, insets.right, insets.bottom, insets.left) * scale.factor
    return Int(min(widest / 2, 1e6).rounded(.up))
  }

  private func reach(of shadow: Shadow) -> Int {
    GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
  }

  /// Adds the rectangle around the shadow of a text.
  private mutating func insert(
    _ shadow: Shadow, of layout: TextLayout, _ origin: Point
  ) throws(RasterError) {
    let reach = reach(of: shadow)
    var inner = DamageFinder(
      scale: scale, rendering: rendering, source: source, clip: clip.widened(by: (reach, reach)))
    try inner.insert(layout, origin.offset(x: shadow.offset.x, y: shadow.offset.y))
    let ink = inner.region.bounds
    guard !ink.isEmpty else { return }
    region.insert(ink.widened(by: (reach, reach)).clipped(to: clip))
  }
}
