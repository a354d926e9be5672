public import LinecasterBase
public import LinecasterDisplay
public import LinecasterText

extension Canvas {
  /// Draws the shadow of a shape: outside of the shape, or inside if the shadow is inset (CSS
  /// `box-shadow`).
  ///
  /// - Complexity: O(pixels covered + pixels of corners and blurred edges).
  public mutating func draw(_ shadow: Shadow, of shape: DisplayShape) {
    let box = RoundedBox(shape, scale: scale)
    let outline = RoundedBox(shadow.outline(of: shape), scale: scale)
    let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
    guard box.isDrawable, shadow.color.alpha > 0, shadow.offset.x.isFinite,
      shadow.offset.y.isFinite, shadow.spread.isFinite
    else { return }
    let outer = shadow.isInset ? box : outline
    guard outer.isDrawable else { return }
    let area = outer.touched(in: clip.widened(by: (blur.reach, blur.reach)))
      .widened(by: shadow.isInset ? (0, 0) : (blur.reach, blur.reach)).clipped(to: clip)
    let hole =
      shadow.isInset
      ? outline.interior(margin: Double(blur.reach) + 1, in: area) : box.interior(in: area)
    for tile in area.around(hole).flatMap({ $0.tiles(side: max(Self.tileSide, blur.reach)) }) {
      paint(shadow, box, outline, blur, in: tile)
    }
  }

  /// Draws the shadow of a shape unless it is cancelled.
  mutating func draw(
    _ shadow: Shadow, of shape: DisplayShape, _ scope: WorkScope
  ) throws(CancellationError) {
    let reach = GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
    try drawInBands(
      shadow.isInset ? shape : shadow.outline(of: shape), reach: shadow.isInset ? 0 : reach,
      overlap: reach, scope
    ) { $0.draw(shadow, of: shape) }
  }

  /// The side of the tiles in which shadows are blurred, in pixels, which limits their memory;
  /// wider blurs take more.
  static let tileSide = 1024

  private mutating func paint(
    _ shadow: Shadow, _ box: RoundedBox, _ outline: RoundedBox, _ blur: GaussianBlur,
    in tile: PixelRect
  ) {
    let blurred = outline.isDrawable ? BlurredBox(outline, blur, in: tile) : nil
    let coverage = ShapeCoverage(box, clip: tile)
    paint(shadow.color, in: tile) { row, columns, mask in
      if let coverage {
        coverage.write(row: row, columns, to: mask)
      } else {
        mask.update(repeating: 0, count: columns.count)
      }
      for (index, column) in columns.enumerated() {
        let level = blurred?.level(column: column, row: row) ?? 0
        mask[index] =
          shadow.isInset
          ? mask[index].multiplied(by: 255 - level) : (255 - mask[index]).multiplied(by: level)
      }
    }
  }
}

extension Canvas {
  /// Draws the shadow of a text layout and its decoration lines, with the layout's top-left corner
  /// at a point (CSS `text-shadow`).
  ///
  /// The shadow has the shape of the text, regardless of the opacity of its colours. Backgrounds
  /// cast no shadow.
  ///
  /// - Throws: The errors of `draw(_:at:in:)` for layouts, and `RenderBudget.Excess`,
  ///   before memory is allocated, if blurring exceeds `budget`.
  /// - Complexity: O(glyphs + visible pixels of the shadow).
  public mutating func draw(
    _ shadow: Shadow, of layout: TextLayout, at origin: Point, in scope: WorkScope = .unlimited
  ) throws {
    try budget.check(
      [.textShadow(layout, origin: origin, shadow)], scale: scale, clip: clip,
      of: "the shadow of a text")
    try draw(shadow, of: layout, at: origin, nil, scope)
  }

  /// Draws the shadow of a text that is within the budget.
  ///
  /// - Parameter known: The ink of the text moved by the shadow's offset.
  mutating func draw(
    _ shadow: Shadow, of layout: TextLayout, at origin: Point, _ known: TextInk?,
    _ scope: WorkScope
  ) throws {
    guard shadow.color.alpha > 0, !clip.isEmpty, shadow.offset.x.isFinite, shadow.offset.y.isFinite
    else { return }
    let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
    let ink =
      try known
      ?? InkFinder(scale: scale, rendering: rendering, source: glyphs, clip: clip)
      .ink(of: shadow, of: layout, at: origin, scope)
    guard !ink.bounds.isEmpty else { return }
    let seen = ink.bounds.widened(by: (blur.reach, blur.reach)).clipped(to: clip)
    for block in seen.tiles(side: Self.silhouetteSide(blur)) {
      try scope.checkCancellation()
      let area = block.widened(by: (blur.reach, blur.reach)).clipped(to: ink.bounds)
      guard !area.isEmpty else { continue }
      var silhouette = Canvas(
        bitmap: try Bitmap(width: area.width, height: area.height), scale: scale, glyphs: glyphs,
        images: nil, rendering: rendering.ofShadows)
      (silhouette.originX, silhouette.originY) = (-area.left, -area.top)
      silhouette.clip = area
      try silhouette.drawSilhouette(
        of: layout, at: origin.offset(x: shadow.offset.x, y: shadow.offset.y), ink,
        scope)
      try paint(
        shadow.color, silhouette.bitmap, area, blur, in: block, scope)
    }
  }

  /// Returns the side of the tiles in which a text's shadow is drawn, in pixels.
  private static func silhouetteSide(_ blur: GaussianBlur) -> Int { max(1024, blur.reach) }

  /// Returns the memory that a text's shadow holds at a time.
  static func silhouetteCost(_ blur: GaussianBlur, in rect: PixelRect) -> RenderCost {
    guard !rect.isEmpty else { return RenderCost() }
    let side = silhouetteSide(blur)
    let (width, height) = (min(rect.width, side), min(rect.height, side))
    var cost = RenderCost(pixelCount: (width + 2 * blur.reach) * (height + 2 * blur.reach))
    cost.add(BlurredMask.cost(blur, in: rect))
    return cost
  }

  /// Draws glyphs and lines in opaque black.
  private mutating func drawSilhouette(
    of layout: TextLayout, at origin: Point, _ ink: TextInk, _ scope: WorkScope
  ) throws {
    for line in ink.decorations.lines { draw(line, layout.axes, at: origin, in: .black) }
    let shown = ink.lines(from: clip.top, to: clip.bottom)
    try withPainting { painting in
      try layout.forEachGlyphRun(ofLines: shown) { run in
        try scope.checkCancellation()
        try painting.paint(run, at: origin, in: .black)
      }
    }
  }

  /// Paints a colour through the blurred opacity of an image.
  private mutating func paint(
    _ color: Color, _ image: Bitmap, _ area: PixelRect, _ blur: GaussianBlur,
    in block: PixelRect, _ scope: WorkScope
  ) throws(CancellationError) {
    guard let ink = image.opaqueBounds else { return }
    let seen = ink.offset(x: area.left, y: area.top).widened(by: (blur.reach, blur.reach))
      .clipped(to: block)
    let inked = ink.offset(x: area.left, y: area.top)
    try image.pixels.withUnsafeBufferPointer { pixels throws(CancellationError) in
      for tile in seen.tiles(side: max(512, 2 * blur.reach)) {
        try scope.checkCancellation()
        let mask = BlurredMask(
          tile, blur,
          endOfRowsAlike: { row in
            row < inked.top ? inked.top : row < inked.bottom ? row + 1 : .max
          },
          write: { row, columns, mask in
            mask.update(repeating: 0, count: columns.count)
            guard row >= inked.top, row < inked.bottom else { return }
            let start = ((row - area.top) * area.width - area.left) * 4 + 3
            for column in columns.clamped(to: inked.left..<inked.right) {
              mask[column - columns.lowerBound] = pixels[start + column * 4]
            }
          })
        paint(color, in: tile) { row, columns, levels in
          for (index, column) in columns.enumerated() {
            levels[index] = mask.level(column: column, row: row)
          }
        }
      }
    }
  }
}

extension GlyphRendering {
  /// The rendering for shadows: grey, because a blur has no subpixels, and with plain coverage.
  var ofShadows: GlyphRendering {
    var rendering = self
    rendering.antialiasing = .grey
    rendering.contrast = 0
    rendering.gamma = 1
    return rendering
  }
}

extension Bitmap {
  /// The bounding box of the pixels that are not clear; `nil` if all are.
  fileprivate var opaqueBounds: PixelRect? {
    var found: PixelRect?
    pixels.withUnsafeBufferPointer { bytes in
      for row in 0..<height {
        var left = row * width * 4 + 3
        let end = left + width * 4
        while left < end, bytes[left] == 0 { left += 4 }
        guard left < end else { continue }
        var right = end - 4
        while bytes[right] == 0 { right -= 4 }
        let start = row * width * 4 + 3
        let old = found ?? PixelRect(left: width, top: row, right: 0, bottom: row)
        found = PixelRect(
          left: min(old.left, (left - start) / 4), top: old.top,
          right: max(old.right, (right - start) / 4 + 1), bottom: row + 1)
      }
    }
    return found
  }
}

/// The blurred coverage of a rounded rectangle.
///
/// Between the corners of a large box, all columns are equal, and so are all rows. They are
/// skipped, so the work depends only on the blur and the corners.
struct BlurredBox {
  /// The pixels skipped along an axis.
  private struct Gap {
    /// The last pixel before them, which they equal.
    let start: Int
    let count: Int

    /// - Parameters:
    ///   - lower: The end of the distinct pixels at the lower end of the box.
    ///   - upper: The start of the distinct pixels at its upper end.
    init(lower: Double, upper: Double, reach: Int) {
      let range = -1e9...1e9
      guard range ~= lower, range ~= upper else {
        (start, count) = (0, 0)
        return
      }
      start = Int(saturating: lower.rounded(.up)) + reach
      count = max(0, Int(saturating: upper.rounded(.down)) - reach - start - 1)
    }

    /// Returns the index of a pixel after skipping.
    func place(_ pixel: Int) -> Int { pixel <= start ? pixel : max(start, pixel - count) }
  }

  private let mask: BlurredMask
  private let columns: Gap
  private let rows: Gap

  /// Returns the maximum number of columns and rows blurred for a box, if another box and the
  /// blur's reach around it are visible.
  static func size(of box: RoundedBox, in seen: RoundedBox, reach: Int) -> PixelSize {
    func axis(_ extent: Double, _ corners: Double, _ before: Double, _ after: Double) -> Int {
      let inside = min(extent, corners + 2 * Double(reach))
      let most = inside + max(0, before) + max(0, after) + 2 * Double(reach)
      return Int(saturating: most.limited().rounded(.up)) + 4
    }
    return PixelSize(
      width: axis(
        box.width, box.leftReach + box.rightReach, box.left - seen.left, seen.right - box.right),
      height: axis(
        box.height, box.upperReach + box.lowerReach, box.top - seen.top, seen.bottom - box.bottom))
  }

  /// Blurs the box for the pixels of a rectangle that is not empty.
  ///
  /// - Complexity: O(blurred pixels), at most the rectangle widened by the reach of the blur.
  init(_ box: RoundedBox, _ blur: GaussianBlur, in bounds: PixelRect) {
    columns = Gap(
      lower: box.left + box.leftReach, upper: box.right - box.rightReach, reach: blur.reach)
    rows = Gap(
      lower: box.top + box.upperReach, upper: box.bottom - box.lowerReach, reach: blur.reach)
    var small = box
    small.right -= Double(columns.count)
    small.bottom -= Double(rows.count)
    let wanted = PixelRect(
      left: columns.place(bounds.left), top: rows.place(bounds.top),
      right: columns.place(bounds.right - 1) + 1, bottom: rows.place(bounds.bottom - 1) + 1)
    let coverage = ShapeCoverage(
      small, clip: wanted.widened(by: (blur.reach, blur.reach)))
    mask = BlurredMask(
      wanted, blur,
      endOfRowsAlike: { row in
        guard let coverage, row < coverage.bounds.bottom else { return .max }
        return row < coverage.bounds.top
          ? coverage.bounds.top : coverage.rowsAlike(from: row).upperBound
      },
      write: { row, columns, mask in
        guard let coverage else { return mask.update(repeating: 0, count: columns.count) }
        coverage.write(row: row, columns, to: mask)
      })
  }

  /// Returns the coverage of a pixel inside the bounds.
  @inline(__always)
  func level(column: Int, row: Int) -> UInt8 {
    mask.level(column: columns.place(column), row: rows.place(row))
  }
}

/// The blurred coverage of a rectangle of pixels.
struct BlurredMask {
  /// The pixels it covers.
  let bounds: PixelRect
  private let levels: [UInt16]

  /// Blurs coverage.
  ///
  /// - Parameters:
  ///   - bounds: The requested pixels; not empty.
  ///   - endOfRowsAlike: The first row after one that is covered differently, or one between.
  ///   - write: Sets the coverage of the columns of a row, for all rows and columns that are at
  ///     most `blur.reach` pixels out of the bounds.
  /// - Complexity: O(pixels of distinct rows + columns · (rows + reach)).
  init(
    _ bounds: PixelRect, _ blur: GaussianBlur, endOfRowsAlike: (_ row: Int) -> Int = { $0 + 1 },
    write: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    self.bounds = bounds
    let source = bounds.widened(by: (blur.reach, blur.reach))
    let rows = BlurRows(source.top..<source.bottom, endOfRowsAlike)
    // After blurring along x, the columns of the result are stored as rows.
    let columns = [UInt16](unsafeUninitializedCapacity: bounds.width * rows.kinds.count) {
      target, count in
      count = bounds.width * rows.kinds.count
      Self.withLines(source.width) { mask, line in
        for (index, row) in rows.kinds.enumerated() {
          write(row, source.left..<source.right, mask)
          for index in 0..<source.width { line[index] = UInt16(mask[index]) &* 257 }
          blur.blur(line, count: source.width)
          Self.scatter(line, bounds.width, to: target, index, stride: rows.kinds.count)
        }
      }
    }
    levels = Self.blurred(columns, bounds, rows, blur)
  }

  /// Returns the memory that blurring a shadow holds at a time.
  static func cost(_ blur: GaussianBlur, in rect: PixelRect) -> RenderCost {
    guard !rect.isEmpty else { return RenderCost() }
    let side = max(Canvas.tileSide, 2 * blur.reach)
    let (width, height) = (min(rect.width, side), min(rect.height, side))
    var cost = RenderCost()
    cost.byteCount = 2 * width * (2 * height + 2 * blur.reach)
    return cost
  }

  /// Blurs the columns, which are stored as rows.
  private static func blurred(
    _ columns: [UInt16], _ bounds: PixelRect, _ rows: BlurRows, _ blur: GaussianBlur
  ) -> [UInt16] {
    let (kinds, height) = (rows.kinds.count, rows.kindOfRow.count)
    return [UInt16](unsafeUninitializedCapacity: bounds.width * bounds.height) { target, count in
      count = bounds.width * bounds.height
      withLines(height) { _, line in
        columns.withUnsafeBufferPointer { source in
          guard let base = source.baseAddress else { return }
          for column in 0..<bounds.width {
            let start = base + column * kinds
            if column > 0, (0..<kinds).allSatisfy({ start[$0] == start[$0 - kinds] }) {
              // It equals the previous one.
              for row in 0..<bounds.height {
                target[row * bounds.width + column] = target[row * bounds.width + column - 1]
              }
              continue
            }
            for row in 0..<height { line[row] = start[Int(rows.kindOfRow[row])] }
            blur.blur(line, count: height)
            scatter(line, bounds.height, to: target, column, stride: bounds.width)
          }
        }
      }
    }
  }

  private static func withLines(
    _ count: Int,
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt16>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { mask in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { line in
        guard let mask = mask.baseAddress, let line = line.baseAddress else { return }
        body(mask, line)
      }
    }
  }

  /// Writes a line into a column of the target.
  private static func scatter(
    _ line: UnsafeMutablePointer<UInt16>, _ count: Int,
    to target: UnsafeMutableBufferPointer<UInt16>, _ column: Int, stride: Int
  ) {
    for index in 0..<count { target[index &* stride &+ column] = line[index] }
  }

  /// Returns the coverage of a pixel inside the bounds.
  @inline(__always)
  func level(column: Int, row: Int) -> UInt8 {
    let level = levels[(row &- bounds.top) &* bounds.width &+ column &- bounds.left]
    return UInt8(truncatingIfNeeded: (UInt32(level) &+ 128) / 257)
  }
}

/// The rows to blur; equally covered rows are blurred along x only once.
private struct BlurRows {
  /// One row of each stretch of equal rows.
  private(set) var kinds: [Int] = []
  /// The index in `kinds` for each row.
  private(set) var kindOfRow: [Int32] = []

  init(_ rows: Range<Int>, _ endOfRowsAlike: (Int) -> Int) {
    kindOfRow.reserveCapacity(rows.count)
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(max(row + 1, endOfRowsAlike(row)), rows.upperBound)
      let kind = Int32(truncatingIfNeeded: kinds.count)
      kindOfRow.append(contentsOf: repeatElement(kind, count: end - row))
      kinds.append(row)
      row = end
    }
  }
}
