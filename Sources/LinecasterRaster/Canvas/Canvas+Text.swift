import Foundation
import LinecasterDisplay
public import LinecasterFonts
public import LinecasterGeometry
public import LinecasterText

extension Canvas {
  /// Draws a text layout with its top-left corner at a point.
  ///
  /// Boxes and attachments come first, then the colours behind the text, the lines under and over
  /// it, the glyphs, and the lines through them.
  ///
  /// - Parameters:
  ///   - layout: The lines to draw.
  ///   - origin: Where the layout's top-left corner on the page is.
  ///   - isCancelled: Asked before each run of glyphs.
  /// - Throws: `RasterError`, as `drawGlyph` does, or `CancellationError` if `isCancelled` says so.
  /// - Complexity: O(glyphs + pixels covered) once the glyphs are in the cache.
  public mutating func draw(
    _ layout: TextLayout, at origin: Point, isCancelled: () -> Bool = { false }
  ) throws {
    let decorations = try layout.decorations(isCancelled: isCancelled)
    for command in layout.inlineCommands(at: origin, scale: scale) {
      try draw(command, isCancelled: isCancelled)
    }
    try draw(
      layout, at: origin, lines: layout.lines.indices, decorations, isCancelled: isCancelled)
  }

  /// Draws a text layout of which is known what it draws where, as far as it is in the clip.
  mutating func draw(
    _ layout: TextLayout, at origin: Point, _ ink: TextInk, isCancelled: () -> Bool
  ) throws {
    for command in ink.beneath { try draw(command, isCancelled: isCancelled) }
    try draw(
      layout, at: origin, lines: ink.lines(from: clip.top, to: clip.bottom), ink.decorations,
      isCancelled: isCancelled)
  }

  /// Draws glyphs of some lines, and all that is behind, under and over text.
  private mutating func draw(
    _ layout: TextLayout, at origin: Point, lines shown: Range<Int>,
    _ decorations: (backgrounds: [TextBackground], lines: [TextDecorationLine]),
    isCancelled: () -> Bool
  ) throws {
    let (backgrounds, lines) = decorations
    let axes = layout.axes
    for background in backgrounds {
      let frame = axes.page(background.frame).offset(x: origin.x, y: origin.y)
      fill(DisplayShape(frame), with: background.color)
    }
    for line in lines where line.decoration.position != .strikethrough {
      draw(line, axes, at: origin)
    }
    try withPainting { painting in
      try layout.forEachGlyphRun(ofLines: shown) { run in
        try Self.check(isCancelled)
        try painting.paint(run, at: origin)
      }
    }
    for line in lines where line.decoration.position == .strikethrough {
      draw(line, axes, at: origin)
    }
  }

  /// Draws one glyph with its origin at a point on the baseline.
  ///
  /// Outlines start where `rendering` says, and images, such as emoji, at the nearest whole
  /// pixel. Of the colour, images take the opacity only. Of glyphs with an em of more than some
  /// 2,000 pixels only what is seen is drawn, each time again. A glyph that the font does not have
  /// or cannot draw leaves no trace.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in layout points.
  ///   - color: The colour of outlines.
  ///   - baseline: Where the glyph's origin is.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 device pixels, or
  ///   `unusableFace` if FreeType cannot open the face.
  public mutating func drawGlyph(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    try withPainting { painting throws(RasterError) in
      try painting.paint(glyph, of: face, size: size, color: color, at: baseline)
    }
  }
}

extension Canvas {
  /// Draws a line under, through or over text, with the layout's top-left corner at a point.
  ///
  /// Dashes and dots are spread so that the line starts and ends with one; where letters cross it
  /// they are cut off.
  ///
  /// - Complexity: O(pixels covered + gaps).
  mutating func draw(_ line: TextDecorationLine, _ axes: LineAxes, at origin: Point) {
    draw(line, axes, at: origin, in: line.color)
  }

  /// Draws a line in a colour that is not its own.
  mutating func draw(
    _ line: TextDecorationLine, _ axes: LineAxes, at origin: Point, in color: Color
  ) {
    let drawing = DecorationDrawing(line, axes, at: origin, scale: scale, clip: clip)
    guard let drawing, color.alpha > 0 else { return }
    switch line.decoration.pattern {
    case .solid, .double, .dashed:
      for stroke in drawing.strokes { fill(stroke, with: color) }
    case .dotted:
      for dot in drawing.dots {
        if dot.isWhole {
          fill(dot.box, with: color)
        } else {
          let polygon = dot.polygon.map { drawing.page($0) }
          paint(color, in: dot.box.touched(in: clip), polygons: { $0.add(polygon) })
        }
      }
    case .wavy:
      for line in drawing.waves {
        let wave = line.map { drawing.page($0) }
        paint(color, in: drawing.pixels(of: wave), polygons: { $0.add(wave) })
      }
    }
  }
}

/// What a line under, through or over text is drawn as, in device pixels.
///
/// It is found where the line runs from left to right, and turned onto the page then.
struct DecorationDrawing {
  /// The stretches of the line that may be seen, between letters that cross it.
  private let stretches: [Range<Double>]
  private let pattern: TextDecoration.Pattern
  /// The room of one stroke and that of the whole line.
  private let frame: Rect
  private let bounds: Rect
  /// The pixels that may change, and what they are along the line.
  private let clip: PixelRect
  private let lineClip: PixelRect
  /// How the line lies on the page, in pixels, and where the page is.
  private let axes: LineAxes
  private let shift: Point

  /// In pixels: thinner lines have strokes as long as those of this thickness, so that a line of
  /// many strokes takes no longer than the pixels it covers.
  private static let leastThickness = 0.25

  /// - Parameter origin: Where the layout's top-left corner is, in layout points.
  init?(
    _ line: TextDecorationLine, _ axes: LineAxes, at place: Point, scale: PixelScale,
    clip: PixelRect
  ) {
    // Of a line that runs from left to right all is found where it is drawn, to the last bit.
    let origin = axes.isHorizontal ? place : .zero
    self.axes = axes.scaled(by: scale.factor)
    shift =
      axes.isHorizontal ? .zero : Point(x: place.x * scale.factor, y: place.y * scale.factor)
    func moved(_ rect: Rect) -> Rect {
      Rect(
        x: (rect.minX + origin.x) * scale.factor, y: (rect.minY + origin.y) * scale.factor,
        width: rect.width * scale.factor, height: rect.height * scale.factor)
    }
    pattern = line.decoration.pattern
    frame = moved(line.frame)
    bounds = moved(line.bounds)
    self.clip = clip
    lineClip = self.axes.line(clip, from: shift)
    guard !clip.isEmpty, bounds.maxX.isFinite, bounds.maxY.isFinite,
      -1e9...1e9 ~= bounds.minX, bounds.minY.isFinite
    else { return nil }
    let (left, right) = (Double(lineClip.left), Double(lineClip.right))
    stretches = line.stretches.compactMap { stretch in
      let start = (stretch.lowerBound + origin.x) * scale.factor
      let end = (stretch.upperBound + origin.x) * scale.factor
      return start < right && end > left && start < end ? start..<end : nil
    }
  }

  private var thickness: Double { max(frame.height, Self.leastThickness) }

  /// The rectangles of a solid, double or dashed line.
  var strokes: [RoundedBox] {
    switch pattern {
    case .double:
      stretches.flatMap { stretch in
        [bounds.minY, bounds.maxY - frame.height].map { box(stretch, y: $0) }
      }
    case .dashed: dashes.map { box($0, y: frame.minY) }
    case .solid, .dotted, .wavy: stretches.map { box($0, y: frame.minY) }
    }
  }

  private func box(_ stretch: Range<Double>, y: Double) -> RoundedBox {
    let (start, end) = (stretch.lowerBound, stretch.upperBound)
    return RoundedBox(
      DisplayShape(page(Rect(x: start, y: y, width: end - start, height: frame.height))),
      scale: .one)
  }

  /// Where on the page what lies along the line is drawn.
  func page(_ point: Point) -> Point {
    axes.isHorizontal ? point : axes.page(point).offset(x: shift.x, y: shift.y)
  }

  private func page(_ rect: Rect) -> Rect {
    axes.isHorizontal ? rect : axes.page(rect).offset(x: shift.x, y: shift.y)
  }

  private var dashes: [Range<Double>] {
    let fit = StrokeFit(length: frame.width, stroke: 3 * thickness, gap: 2 * thickness)
    return stretches.flatMap { stretch in
      visible(fit, in: stretch).compactMap { index in
        let start = frame.minX + Double(index) * fit.period
        let cut = (max(start, stretch.lowerBound), min(start + fit.stroke, stretch.upperBound))
        return cut.0 < cut.1 ? cut.0..<cut.1 : nil
      }
    }
  }

  /// The strokes that touch the part of a stretch inside of the clip.
  private func visible(_ fit: StrokeFit, in stretch: Range<Double>) -> Range<Int> {
    fit.indices(
      from: max(stretch.lowerBound, Double(lineClip.left)) - frame.minX,
      to: min(stretch.upperBound, Double(lineClip.right)) - frame.minX)
  }

  /// A dot, or as much of it as lies between two gaps.
  struct Dot {
    /// Where it is on the page.
    let box: RoundedBox
    /// Where it is along the line.
    let frame: RoundedBox
    let stretch: Range<Double>

    /// Whether no gap cuts it.
    var isWhole: Bool { frame.left >= stretch.lowerBound && frame.right <= stretch.upperBound }

    /// The part of it in the stretch, along the line.
    var polygon: [Point] {
      let (x, y) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
      let (radiusX, radiusY) = (frame.width / 2, frame.height / 2)
      let circle = (0..<32).map { step in
        let angle = Double(step) * .pi / 16
        return Point(x: x + radiusX * cos(angle), y: y + radiusY * sin(angle))
      }
      return DecorationDrawing.cut(circle, to: stretch)
    }
  }

  var dots: [Dot] {
    let fit = StrokeFit(length: frame.width, stroke: thickness, gap: thickness)
    return stretches.flatMap { stretch in
      visible(fit, in: stretch).map { index in
        let start = frame.minX + Double(index) * fit.period
        let rect = Rect(x: start, y: frame.minY, width: fit.stroke, height: frame.height)
        let radius = frame.height / 2
        let dot = RoundedBox(DisplayShape(rect, cornerRadius: radius), scale: .one)
        guard !axes.isHorizontal else { return Dot(box: dot, frame: dot, stretch: stretch) }
        let box = RoundedBox(DisplayShape(page(rect), cornerRadius: radius), scale: .one)
        return Dot(box: box, frame: dot, stretch: stretch)
      }
    }
  }

  /// The part of a polygon in a stretch of x.
  private static func cut(_ polygon: [Point], to stretch: Range<Double>) -> [Point] {
    let left = ConvexClip(
      start: Point(x: stretch.lowerBound, y: 1), end: Point(x: stretch.lowerBound, y: 0))
    let right = ConvexClip(
      start: Point(x: stretch.upperBound, y: 0), end: Point(x: stretch.upperBound, y: 1))
    return right.clipped(left.clipped(polygon))
  }
}

extension DecorationDrawing {
  /// The outlines of a wavy line along the line, one a stretch: six thicknesses from crest to
  /// crest, as high as the bounds.
  var waves: [[Point]] {
    let step = max(min(1, thickness / 4), thickness / 64)
    let reach = 2 * thickness + 2
    return stretches.map { stretch in
      let first = max(stretch.lowerBound, Double(lineClip.left)) - reach - frame.minX
      let last = min(stretch.upperBound, Double(lineClip.right)) + reach - frame.minX
      let start = Int(saturating: (first / step).rounded(.down))
      let end = Int(saturating: (last / step).rounded(.up))
      let places = (start...max(start, end)).map { wavePlace(Double($0) * step) }
      return Self.cut(places.map(\.upper) + places.reversed().map(\.lower), to: stretch)
    }
  }

  /// Both edges of the wave so far from the line's start.
  private func wavePlace(_ distance: Double) -> (upper: Point, lower: Point) {
    let (height, slope) = Self.wave(distance / (6 * thickness))
    let middle = Point(
      x: frame.minX + distance, y: bounds.minY + 1.5 * frame.height + height * frame.height)
    let length = (1 + slope * slope).squareRoot()
    let half = frame.height / 2 / length
    return (middle.offset(x: slope * half, y: -half), middle.offset(x: -slope * half, y: half))
  }

  /// A wave from -1 to 1 of two parabolas a period, which no eye tells from a sine, and its slope
  /// where a period is six long.
  private static func wave(_ phase: Double) -> (height: Double, slope: Double) {
    let half = 2 * (phase - phase.rounded(.down))
    let place = half < 1 ? half : half - 1
    let sign = half < 1 ? 1.0 : -1.0
    return (sign * 4 * place * (1 - place), sign * (4 - 8 * place) / 3)
  }

  /// The pixels that a polygon on the page may touch.
  func pixels(of polygon: [Point]) -> PixelRect {
    guard let first = polygon.first else { return PixelRect(left: 0, top: 0, right: 0, bottom: 0) }
    let edges = polygon.reduce(into: (first.x, first.y, first.x, first.y)) { edges, point in
      edges = (
        min(edges.0, point.x), min(edges.1, point.y), max(edges.2, point.x), max(edges.3, point.y)
      )
    }
    return RoundedBox(
      DisplayShape(
        Rect(x: edges.0, y: edges.1, width: edges.2 - edges.0, height: edges.3 - edges.1)),
      scale: .one
    ).touched(in: clip)
  }
}

extension LineAxes {
  /// The pixels along lines that are pixels of a page which starts at a point.
  fileprivate func line(_ pixels: PixelRect, from shift: Point) -> PixelRect {
    guard !isHorizontal else { return pixels }
    let corners = [(pixels.left, pixels.top), (pixels.right, pixels.bottom)].map {
      layout(Point(x: Double($0.0) - shift.x, y: Double($0.1) - shift.y))
    }
    func low(_ one: Double, _ other: Double) -> Int {
      Int(saturating: min(one, other).rounded(.down))
    }
    func high(_ one: Double, _ other: Double) -> Int {
      Int(saturating: max(one, other).rounded(.up))
    }
    return PixelRect(
      left: low(corners[0].x, corners[1].x), top: low(corners[0].y, corners[1].y),
      right: high(corners[0].x, corners[1].x), bottom: high(corners[0].y, corners[1].y))
  }
}
