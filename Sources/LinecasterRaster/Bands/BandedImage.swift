import Foundation
public import LinecasterBase
package import LinecasterDisplay
import LinecasterText
import Synchronization

/// An image that is drawn band by band, from top to bottom, whenever its pixels are requested.
///
/// A banded image holds no pixels itself, so a picture of a million rows can be drawn and written
/// in a few megabytes. The budget limits the memory that is held at a time. The bytes equal those
/// of drawing the whole image at once.
///
///     let picture = try DisplayRasterizer().bands(of: list, scale: PixelScale(2))
///     try PNGEncoder().write(picture, to: path)
///
/// A banded image is a thread-safe value.
public struct BandedImage: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of rows per band; the last band may have fewer.
  public let bandHeight: Int

  /// The display list of the image, for file formats that keep letters and shapes; `nil` if there
  /// are only pixels.
  package private(set) var drawing: (@Sendable () throws -> Drawing)?

  /// Pixels, and the images that were missing.
  package typealias Drawn = (bitmap: Bitmap, missingImages: Set<ImageReference>)

  private let draw: @Sendable (Range<Int>, WorkScope) throws -> Drawn

  /// Creates an image whose bands are drawn by a function.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - bandHeight: The number of rows drawn at a time, at least one.
  ///   - draw: Returns rows of the image's width, with the same pixels in each call. It checks the
  ///     scope now and then, and stops if that throws.
  /// - Throws: `RasterError` with code `tooLarge` if a side is negative or over
  ///   `Bitmap.maximumSide`, or a band is too large for a bitmap.
  public init(
    width: Int, height: Int, bandHeight: Int,
    draw: @escaping @Sendable (_ rows: Range<Int>, _ scope: WorkScope) throws -> Bitmap
  ) throws(RasterError) {
    try self.init(width: width, height: height, bandHeight: bandHeight, of: nil) { rows, scope in
      (try draw(rows, scope), [])
    }
  }

  /// Creates an image whose bands are drawn from a display list.
  init(
    of drawing: Drawing, bandHeight: Int,
    draw: @escaping @Sendable (_ rows: Range<Int>, WorkScope) throws -> Drawn
  ) throws(RasterError) {
    try self.init(
      width: drawing.width, height: drawing.height, bandHeight: bandHeight, of: drawing, draw: draw)
  }

  private init(
    width: Int, height: Int, bandHeight: Int, of drawing: Drawing?,
    draw: @escaping @Sendable (Range<Int>, WorkScope) throws -> Drawn
  ) throws(RasterError) {
    let bandHeight = max(1, min(bandHeight, height))
    let sides = 0...Bitmap.maximumSide
    guard sides ~= width, sides ~= height else {
      throw RasterError(
        code: .tooLarge, source: "image of \(width) × \(height) pixels",
        reason: "the limit is \(Bitmap.maximumSide) per side")
    }
    try Bitmap.checkSize(width: width, height: min(height, bandHeight))
    (self.width, self.height, self.bandHeight) = (width, height, bandHeight)
    self.draw = draw
    if let drawing { self.drawing = { drawing } }
  }

  /// Creates an image of one band from a bitmap.
  ///
  /// - Complexity: O(1).
  public init(_ bitmap: Bitmap) { self.init((bitmap, [])) }

  /// Creates an image of one band from drawn pixels.
  package init(_ drawn: Drawn) {
    let bitmap = drawn.bitmap
    (width, height, bandHeight) = (bitmap.width, bitmap.height, max(1, bitmap.height))
    draw = { rows, _ in
      guard rows != 0..<bitmap.height else { return drawn }
      let part = bitmap.cropped(
        x: 0, y: rows.lowerBound, width: bitmap.width, height: rows.count)
      return (part, drawn.missingImages)
    }
  }

  /// Returns the image with the drawing that produces it.
  package func drawn(
    from drawing: @escaping @Sendable () throws -> Drawing
  ) -> BandedImage {
    var image = self
    image.drawing = drawing
    return image
  }

  /// The number of bands.
  public var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// Calls `body` with each band, from top to bottom.
  ///
  /// - Throws: `CancellationError` if the scope is cancelled; the errors of drawing and of `body`.
  /// - Complexity: That of drawing all bands, and of `body`.
  public func forEachBand(
    in scope: WorkScope = .unlimited, _ body: (Bitmap) throws -> Void
  ) throws {
    try forEachDrawnBand(scope) { try body($0.bitmap) }
  }

  private func forEachDrawnBand(_ scope: WorkScope, _ body: (Drawn) throws -> Void) throws {
    guard width > 0 else { return }
    for top in stride(from: 0, to: height, by: bandHeight) {
      try body(drawn(top..<min(height, top + bandHeight), scope))
    }
  }

  /// Returns a band by its rows.
  package func band(_ rows: Range<Int>, _ scope: WorkScope) throws -> Bitmap {
    try drawn(rows, scope).bitmap
  }

  private func drawn(_ rows: Range<Int>, _ scope: WorkScope) throws -> Drawn {
    try scope.checkCancellation()
    let drawn = try draw(rows, scope)
    let band = drawn.bitmap
    guard band.width == width, band.height == rows.count else {
      throw RasterError(
        code: .wrongByteCount, source: "band of \(band.width) × \(band.height) pixels",
        reason: "\(width) × \(rows.count) were requested")
    }
    return drawn
  }

  /// Returns all bands in one image.
  ///
  /// - Throws: The errors of `forEachBand`; `RasterError` with code `tooLarge` if there are more
  ///   pixels than a bitmap allows.
  /// - Complexity: O(pixels), plus drawing.
  public func bitmap(in scope: WorkScope = .unlimited) throws -> Bitmap {
    try drawn(in: scope).bitmap
  }

  /// Returns all bands in one image, and the images that were missing.
  ///
  /// - Throws: The errors of `bitmap(in:)`.
  package func drawn(in scope: WorkScope) throws -> Drawn {
    try Bitmap.checkSize(width: width, height: height)
    if bandCount == 1 { return try drawn(0..<height, scope) }
    var whole = try Bitmap(width: width, height: height)
    var missing: Set<ImageReference> = []
    var top = 0
    try forEachDrawnBand(scope) { band in
      whole.draw(band.bitmap, atX: 0, y: top)
      top += band.bitmap.height
      missing.formUnion(band.missingImages)
    }
    return (whole, missing)
  }
}

extension BandedImage {
  /// A step of a list drawn in bands, and its pixels.
  struct Step: Sendable {
    /// The command, with its known ink.
    enum Content: Sendable {
      case plain(DisplayCommand)
      case text(TextLayout, Point, TextInk)
      case textShadow(TextLayout, Point, Shadow, TextInk)
      case group(DisplayGroup, [Step])
    }

    let content: Content
    /// The pixels that it may draw on.
    let bounds: PixelRect

    /// Finds the pixels of a step inside the clip of an empty finder.
    ///
    /// - Parameter former: The step in its place in an earlier list, found with an equal finder but
    ///   for its clip; `nil` for none.
    /// - Throws: `RasterError` if its text cannot be drawn.
    init(
      _ command: DisplayCommand, _ finder: InkFinder, replacing former: Step? = nil,
      _ scope: WorkScope
    ) throws {
      var finder = finder
      switch command {
      case .text(let layout, let origin):
        let known = former?.known(of: layout, at: origin, finder) ?? .none
        let ink = try finder.ink(ofWhole: layout, at: origin, known: known, scope)
        (content, bounds) = (.text(layout, origin, ink), ink.bounds)
      case .textShadow(let layout, let origin, let shadow):
        let ink = try finder.ink(of: shadow, of: layout, at: origin, scope)
        content = .textShadow(layout, origin, shadow, ink)
        bounds = finder.bounds(of: shadow, castBy: ink)
      case .group(let group) where !group.hasEffects:
        finder.enter(group)
        let steps = try Self.steps(
          of: group.commands[...], finder, replacing: former?.inner ?? [], scope)
        (content, bounds) = (.group(group, steps), Self.bounds(of: steps))
      case .fill, .border, .shadow, .textStroke, .image, .group:
        try finder.insert(command, scope)
        (content, bounds) = (.plain(command), finder.bounds)
      }
    }

    /// Finds the pixels of steps, each inside the clip of an empty finder.
    ///
    /// - Parameter formers: The steps of an earlier list, as for one step.
    static func steps(
      of commands: ArraySlice<DisplayCommand>, _ finder: InkFinder, replacing formers: [Step],
      _ scope: WorkScope
    ) throws -> [Step] {
      try commands.enumerated().map { index, command in
        let former = index < formers.count ? formers[index] : nil
        return try Step(command, finder, replacing: former, scope)
      }
    }

    /// The steps of a group.
    var inner: [Step] {
      guard case .group(_, let steps) = content else { return [] }
      return steps
    }

    /// The lines of a text with pixels in an area; `nil` if that is not known.
    func lines(in area: PixelRect) -> Range<Int>? {
      guard case .text(let layout, _, let ink) = content, layout.axes.isHorizontal else {
        return nil
      }
      return ink.lines(from: area.top, to: area.bottom)
    }

    /// Returns the rows of lines that a text shares with that of this step.
    private func known(
      of layout: TextLayout, at origin: Point, _ finder: InkFinder
    ) -> TextInk.KnownRows {
      guard case .text(let former, origin, let ink) = content, !finder.findsColumns else {
        return .none
      }
      return ink.known(first: layout.sharedLineCount(with: former), in: finder.clip)
    }

    /// Returns the bounding box of the pixels of steps.
    static func bounds(of steps: [Step]) -> PixelRect {
      steps.reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) { $0.union($1.bounds) }
    }

    /// Draws the step, unless it lies outside the clip.
    fileprivate func draw(on canvas: inout Canvas, _ scope: WorkScope) throws {
      guard !bounds.clipped(to: canvas.clip).isEmpty else { return }
      try scope.checkCancellation()
      switch content {
      case .plain(let command): try canvas.draw(command, scope)
      case .text(let layout, let origin, let ink):
        try canvas.draw(layout, at: origin, ink, scope)
      case .textShadow(let layout, let origin, let shadow, let ink):
        try canvas.draw(shadow, of: layout, at: origin, ink, scope)
      case .group(let group, let steps):
        try canvas.draw(group, steps, scope)
      }
    }
  }
}

extension Canvas {
  /// Draws the parts of steps in the clip.
  mutating func draw(_ steps: [BandedImage.Step], _ scope: WorkScope) throws {
    for step in steps { try step.draw(on: &self, scope) }
  }
}

extension BandedImage {
  /// Rows of a drawing that several processors draw, one strip at a time each.
  ///
  /// The pixels equal those of drawing all rows at once.
  struct Strips {
    let drawing: Drawing
    /// The number of rows of a strip.
    let stripHeight: Int

    private let backdrops: Backdrops

    /// The sizes of strips and of pictures that are cut into them.
    struct Limits: Sendable {
      /// The minimum number of pixels; the calling thread draws fewer alone.
      var leastShared = Limits.leastShared
      /// The usual number of pixels of a strip.
      var usualStrip = Limits.usualStrip
      var processors = Limits.processors

      static let leastShared = 1 << 21
      static let usualStrip = 1 << 18
      // Asking the system takes as long as drawing a line of text.
      private static let processors = ProcessInfo.processInfo.activeProcessorCount
    }

    /// Returns `nil` if one thread should draw the rows: if they are few, or the strips of all
    /// processors together exceed the budget.
    ///
    /// - Parameters:
    ///   - rows: The number of rows of the drawing that are drawn at a time.
    ///   - cost: The memory that drawing them at once holds.
    init?(_ drawing: Drawing, rows: Int, cost: RenderCost, limits: Limits = Limits()) {
      let width = drawing.width
      let isLarge = width > 0 && rows > 1 && width * rows >= limits.leastShared
      guard isLarge, limits.processors > 1 else { return nil }
      let stripHeight = min(rows, max(1, limits.usualStrip / width))
      let strip = drawing.cost(rows: stripHeight)
      var sum = cost
      for _ in 0..<min(limits.processors, (rows + stripHeight - 1) / stripHeight) { sum.add(strip) }
      guard drawing.rasterizer.budget.allows(sum) else { return nil }
      (self.drawing, self.stripHeight) = (drawing, stripHeight)
      backdrops = Backdrops(drawing.list, scale: drawing.scale)
    }

    /// Draws rows.
    ///
    /// - Parameter steps: The steps of the list.
    func draw(_ steps: [Step], rows: Range<Int>, _ scope: WorkScope) throws -> Drawn {
      let missingImages = Mutex<Set<ImageReference>>([])
      let width = drawing.width
      let count = width * rows.count * 4
      let pixels = try [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        // Safe: the rows of strips are disjoint.
        nonisolated(unsafe) let target = pixels
        try scope.runParts((rows.count + stripHeight - 1) / stripHeight) { index, scope in
          let top = rows.lowerBound + index * stripHeight
          let strip = top..<min(rows.upperBound, top + stripHeight)
          let drawn = try drawing.list.walk(scope) {
            try drawing.rows(strip, of: steps, backdrops, $0)
          }
          let start = (top - rows.lowerBound) * width * 4
          let part = target[start..<start + drawn.bitmap.pixels.count]
          _ = part.update(fromContentsOf: drawn.bitmap.pixels)
          guard !drawn.missingImages.isEmpty else { return }
          missingImages.withLock { $0.formUnion(drawn.missingImages) }
        }
        initialized = count
      }
      return (
        Bitmap(uncheckedWidth: width, height: rows.count, pixels: pixels),
        missingImages.withLock { $0 }
      )
    }
  }
}
