public import LinecasterDisplay
public import LinecasterBase
import LinecasterText

/// An image that is made band by band, from top to bottom, whenever its pixels are asked for.
///
/// It holds no pixels itself, so that a picture of a million rows can be drawn and written in a few
/// megabytes: the limit counts what is held at once. Its bytes are those of drawing it at once.
///
///     let picture = try DisplayRasterizer().bands(of: list, scale: PixelScale(2))
///     try PNGEncoder().write(picture, to: path)
///
/// A value; may be used on any thread.
public struct BandedImage: Sendable {
  /// The number of pixels of a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of rows of a band; the last band may have fewer.
  public let bandHeight: Int

  /// Gives the display list that it is a drawing of, for files that keep letters and shapes; nil
  /// where there are pixels only.
  package private(set) var drawing: (@Sendable () throws -> ListDrawing)?

  private let draw: @Sendable (Range<Int>, () -> Bool) throws -> Bitmap

  /// Makes an image whose bands are drawn by a function.
  ///
  /// - Parameters:
  ///   - width: The number of pixels of a row.
  ///   - height: The number of rows.
  ///   - bandHeight: The number of rows that are drawn at once, at least one.
  ///   - draw: Gives some rows, as wide as the image; the same ones are the same each time. It asks
  ///     now and then whether to stop.
  /// - Throws: `RasterError` with code `tooLarge` if a side is negative or over
  ///   `Bitmap.maximumSide`, or a band is too large for a bitmap.
  public init(
    width: Int, height: Int, bandHeight: Int,
    draw: @escaping @Sendable (_ rows: Range<Int>, _ isCancelled: () -> Bool) throws -> Bitmap
  ) throws(RasterError) {
    let bandHeight = max(1, min(bandHeight, height))
    let sides = 0...Bitmap.maximumSide
    guard sides ~= width, sides ~= height else {
      throw RasterError(
        code: .tooLarge, source: "image of \(width) × \(height) pixels",
        reason: "the limit is \(Bitmap.maximumSide) a side")
    }
    try Bitmap.checkSize(width: width, height: min(height, bandHeight))
    (self.width, self.height, self.bandHeight) = (width, height, bandHeight)
    self.draw = draw
  }

  /// Makes an image of one band, which is there already.
  public init(_ bitmap: Bitmap) {
    (width, height, bandHeight) = (bitmap.width, bitmap.height, max(1, bitmap.height))
    draw = { rows, _ in
      rows == 0..<bitmap.height
        ? bitmap
        : bitmap.cropped(x: 0, y: rows.lowerBound, width: bitmap.width, height: rows.count)
    }
  }

  /// The same image, which is known to be a drawing.
  package func drawn(
    from drawing: @escaping @Sendable () throws -> ListDrawing
  ) -> BandedImage {
    var image = self
    image.drawing = drawing
    return image
  }

  /// The number of bands.
  public var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// Calls `body` with each band, from top to bottom.
  ///
  /// - Throws: `CancellationError` if `isCancelled` says so, what drawing throws, or what `body`
  ///   throws.
  public func forEachBand(
    isCancelled: () -> Bool = { false }, _ body: (Bitmap) throws -> Void
  ) throws {
    guard width > 0 else { return }
    for top in stride(from: 0, to: height, by: bandHeight) {
      try Canvas.check(isCancelled)
      try body(try band(top..<min(height, top + bandHeight), isCancelled: isCancelled))
    }
  }

  /// The rows from the first of a band on, as many as it has.
  package func band(_ rows: Range<Int>, isCancelled: () -> Bool) throws -> Bitmap {
    let band = try draw(rows, isCancelled)
    guard band.width == width, band.height == rows.count else {
      throw RasterError(
        code: .wrongByteCount, source: "band of \(band.width) × \(band.height) pixels",
        reason: "\(width) × \(rows.count) were asked for")
    }
    return band
  }

  /// All bands in one image.
  ///
  /// - Throws: As `forEachBand` does, and `RasterError` with code `tooLarge` for more pixels than a
  ///   bitmap may have.
  /// - Complexity: O(pixels) besides drawing.
  public func bitmap(isCancelled: () -> Bool = { false }) throws -> Bitmap {
    try Bitmap.checkSize(width: width, height: height)
    if bandCount == 1 {
      try Canvas.check(isCancelled)
      return try band(0..<height, isCancelled: isCancelled)
    }
    var whole = try Bitmap(width: width, height: height)
    var top = 0
    try forEachBand(isCancelled: isCancelled) { band in
      whole.draw(band, atX: 0, y: top)
      top += band.height
    }
    return whole
  }
}

extension DisplayRasterizer {
  /// A drawing of a list on a background, as large as the list, rounded up to whole pixels: what
  /// `rasterize` gives, in bands.
  ///
  /// A picture of up to 16 Mi pixels that is within the budget is one band. Of larger ones each
  /// band draws the steps and the lines of text that are seen in it. The budget counts what a band
  /// holds at once.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - background: What is below everything drawn.
  ///   - isCancelled: Asked while the places of glyphs are found.
  /// - Throws: `RenderBudget.Excess`, before memory is taken, if a single row holds more than the
  ///   budget has, or all bands together paint more. `RasterError` with code `tooLarge` if a side
  ///   is over `Bitmap.maximumSide`, or where text cannot be drawn; `CancellationError` if
  ///   `isCancelled` says so. Each band has the time of the budget.
  /// - Complexity: O(steps) where there is one band, else O(steps + glyphs).
  public func bands(
    of list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    try bands(
      of: list, scale: scale, background: background, text: .automatic, isCancelled: isCancelled)
  }

  /// A drawing as `bands(of:scale:background:isCancelled:)` makes it, where a reader has made a
  /// choice of how letters are drawn.
  package func bands(
    of list: DisplayList, scale: PixelScale, background: Color, text: TextRendering,
    isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    let bandHeight = try bandHeight(of: list, width: width, height: height, scale: scale)
    let source = ListDrawing(
      list: list, scale: scale, background: background, text: text, rasterizer: self)
    if bandHeight >= height {
      try Bitmap.checkSize(width: width, height: height)
      let need = try StackRoom.withRoom(forLevels: list.groupDepth) {
        _ throws(RenderBudget.Excess) in try self.need(ofWhole: list, scale: scale)
      }
      return try BandedImage(width: width, height: height, bandHeight: height) {
        [self] _, isCancelled in
        try drawing(
          list, scale: scale, background: background, text: text, need: need,
          isCancelled: isCancelled
        ).bitmap
      }.drawn { source }
    }
    try StackRoom.withRoom(forLevels: list.groupDepth) { _ throws(RenderBudget.Excess) in
      try budget.checkPainting(list, width: width, height: height, scale: scale)
    }
    return try bands(
      of: list, scale: scale, background: background, text: text, bandHeight: bandHeight,
      isCancelled: isCancelled
    ).drawn { source }
  }

  /// A drawing of a list in bands of a number of rows.
  func bands(
    of list: DisplayList, scale: PixelScale, background: Color,
    text: TextRendering = .automatic, bandHeight: Int, isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    let depth = list.groupDepth
    let steps = try StackRoom.withRoom(forLevels: depth, isCancelled: isCancelled) {
      try self.steps(of: list, scale: scale, text: text, isCancelled: $0)
    }
    let backdrops = Backdrops(list, scale: scale)
    let strips = StackRoom.withRoom(forLevels: depth) { _ in
      StripDrawing(
        list, rows: bandHeight, need: need(of: list, rows: bandHeight, scale: scale), by: self,
        scale: scale, background: background, text: text)
    }
    return try BandedImage(width: width, height: height, bandHeight: bandHeight) {
      [self] rows, isCancelled in
      let name = "band of \(width) × \(rows.count) pixels"
      if let strips {
        return try Deadline(budget).run(name, isCancelled: isCancelled) { isCancelled in
          try strips.draw(steps, rows: rows, isCancelled: isCancelled).bitmap
        }
      }
      return try Deadline(budget).run(name, isCancelled: isCancelled) { isCancelled in
        try StackRoom.withRoom(forLevels: depth, isCancelled: isCancelled) { isCancelled in
          try drawing(
            of: steps, backdrops, width: width, rows: rows, scale: scale, background: background,
            text: text, isCancelled: isCancelled
          ).bitmap
        }
      }
    }
  }

  /// The steps of a list, with where they draw.
  ///
  /// - Throws: As `BandStep` does.
  func steps(
    of list: DisplayList, scale: PixelScale, text: TextRendering, isCancelled: () -> Bool
  ) throws -> [BandStep] {
    let clip = PixelRect(
      left: 0, top: 0, right: scale.pixels(list.size.width),
      bottom: scale.pixels(list.size.height))
    let finder = InkFinder(
      scale: scale, rendering: rendering(at: scale, text), source: glyphs, clip: clip)
    return try list.commands.map { try BandStep($0, finder, isCancelled: isCancelled) }
  }

  /// Draws what is seen of steps in some rows, and says which images were lacking.
  func drawing(
    of steps: [BandStep], _ backdrops: Backdrops, width: Int, rows: Range<Int>, scale: PixelScale,
    background: Color, text: TextRendering, isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    var canvas = canvas(
      on: try Bitmap(width: width, height: rows.count, background: background), scale: scale,
      text: text)
    canvas.originY = -rows.lowerBound
    canvas.clip = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
    try canvas.draw(backdrops, on: background, isCancelled: isCancelled) { canvas in
      try canvas.draw(steps, isCancelled: isCancelled)
    }
    return (canvas.bitmap, canvas.lackedImages)
  }

  /// What drawing so many rows of a list at once takes.
  func need(of list: DisplayList, rows: Int, scale: PixelScale) -> RenderNeed {
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    let clip = PixelRect(left: 0, top: 0, right: width, bottom: height)
    var need = RenderNeed(pixelCount: width * rows)
    need.add(RenderNeed(list.commands, scale: scale, clip: clip, rows: rows))
    return need
  }

  /// The pixels of a picture that is drawn at once.
  private static let greatestWhole = 1 << 24
  /// About as many pixels has a band of a larger one.
  private static let usualBand = 1 << 21

  /// The rows that are drawn at once: all of them, or as many as are worth a pass over the list.
  ///
  /// - Throws: `RenderBudget.Excess` where not even one row is within the budget.
  private func bandHeight(
    of list: DisplayList, width: Int, height: Int, scale: PixelScale
  ) throws -> Int {
    func need(_ rows: Int) -> RenderNeed {
      StackRoom.withRoom(forLevels: list.groupDepth) { _ in
        self.need(of: list, rows: rows, scale: scale)
      }
    }
    let sides = 0...Bitmap.maximumSide
    guard sides ~= width, sides ~= height, width > 0, height > 0 else { return max(1, height) }
    if width * height <= Self.greatestWhole, budget.allows(need(height)) { return height }
    var rows = min(height, max(1, Self.usualBand / width))
    // Who writes a picture in bands holds a file beside them.
    var half = budget
    (half.pixelCount, half.byteCount) = (budget.pixelCount, budget.byteCount / 2)
    while rows > 1, !half.allows(need(rows)) { rows /= 2 }
    try budget.check(need(rows), of: "a band of \(width) × \(rows) pixels")
    return rows
  }
}

/// A step of a list that is drawn in bands, and where it draws.
struct BandStep: Sendable {
  /// What is drawn, with what is known of it.
  private enum Content: Sendable {
    case plain(DisplayCommand)
    case text(TextLayout, Point, TextInk)
    case textShadow(TextLayout, Point, Shadow, TextInk)
    case group(DisplayGroup, [BandStep])
  }

  private let content: Content
  /// The pixels that it may draw on.
  private let bounds: PixelRect

  /// Finds out where a step draws inside of the clip of a finder that has found nothing.
  ///
  /// - Throws: `RasterError` where its text cannot be drawn.
  init(_ command: DisplayCommand, _ finder: InkFinder, isCancelled: () -> Bool) throws {
    var finder = finder
    switch command {
    case .text(let layout, let origin):
      let ink = try finder.ink(ofWhole: layout, at: origin, isCancelled: isCancelled)
      (content, bounds) = (.text(layout, origin, ink), ink.bounds)
    case .textShadow(let layout, let origin, let shadow):
      let ink = try finder.ink(of: shadow, of: layout, at: origin, isCancelled: isCancelled)
      content = .textShadow(layout, origin, shadow, ink)
      bounds = finder.bounds(of: shadow, castBy: ink)
    case .group(let group) where !group.hasEffects:
      finder.enter(group)
      let inner = finder
      let steps = try group.commands.map { try BandStep($0, inner, isCancelled: isCancelled) }
      (content, bounds) = (.group(group, steps), Self.bounds(of: steps))
    case .fill, .border, .shadow, .textStroke, .image, .group:
      try finder.insert(command, isCancelled: isCancelled)
      (content, bounds) = (.plain(command), finder.bounds)
    }
  }

  /// The smallest rectangle around all that steps draw on.
  static func bounds(of steps: [BandStep]) -> PixelRect {
    steps.reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) { $0.union($1.bounds) }
  }

  /// Draws the step, unless nothing of it is in the clip.
  fileprivate func draw(on canvas: inout Canvas, isCancelled: () -> Bool) throws {
    guard !bounds.clipped(to: canvas.clip).isEmpty else { return }
    try Canvas.check(isCancelled)
    switch content {
    case .plain(let command): try canvas.draw(command, isCancelled: isCancelled)
    case .text(let layout, let origin, let ink):
      try canvas.draw(layout, at: origin, ink, isCancelled: isCancelled)
    case .textShadow(let layout, let origin, let shadow, let ink):
      try canvas.draw(shadow, of: layout, at: origin, ink, isCancelled: isCancelled)
    case .group(let group, let steps):
      try canvas.draw(group, steps, isCancelled: isCancelled)
    }
  }
}

extension Canvas {
  /// Draws what is in the clip of some steps.
  mutating func draw(_ steps: [BandStep], isCancelled: () -> Bool) throws {
    for step in steps { try step.draw(on: &self, isCancelled: isCancelled) }
  }
}
