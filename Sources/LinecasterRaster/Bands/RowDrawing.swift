package import LinecasterBase
package import LinecasterDisplay
import LinecasterText
import Synchronization

/// The drawing of a display list in bands, which are drawn when they are requested.
///
/// A short list has one band. The pixels are those of drawing the whole list at once, and bands
/// share their pixels with those of an earlier drawing if the list is the same there: a row that
/// grows by a word draws its last band.
package struct RowDrawing: Sendable {
  /// The usual number of rows of pixels in each band except for the last one.
  package static let bandHeight = 512
  /// The bands of any drawing.
  package static let allBands = 0..<Int.max

  /// The number of rows of pixels in each band of this drawing except for the last one.
  private let bandHeight: Int
  private let drawing: BandedImage.Drawing
  /// The steps with their ink; empty for one band.
  private let steps: [BandedImage.Step]
  private let backdrops: Backdrops
  /// The bands that are drawn.
  package private(set) var bands = 0..<0
  /// The pixels of the bands that are drawn, from top to bottom.
  package private(set) var bitmaps: [Bitmap] = []
  /// The images that were missing in the drawn bands.
  package private(set) var missingImages: Set<ImageReference> = []

  /// Creates a drawing without pixels.
  ///
  /// - Parameter former: A drawing of an earlier list; the ink of lines that both share is not
  ///   searched again.
  /// - Throws: `RasterError` if text cannot be drawn; `RenderBudget.Excess` if time runs out;
  ///   `CancellationError` if the scope is cancelled.
  /// - Complexity: O(1) for one band, otherwise O(steps + glyphs).
  package init(
    of list: DisplayList, scale: PixelScale, background: Color, text: TextRendering = .automatic,
    by rasterizer: DisplayRasterizer, bandHeight: Int = Self.bandHeight,
    replacing former: RowDrawing? = nil, in scope: WorkScope = .unlimited
  ) throws {
    self.bandHeight = max(1, bandHeight)
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, text: text, rasterizer: rasterizer)
    self.drawing = drawing
    backdrops = Backdrops(list, scale: scale)
    guard drawing.height > self.bandHeight else {
      steps = []
      return
    }
    steps = try drawing.inTime("image of \(drawing.width) × \(drawing.height) pixels", scope) {
      try drawing.steps(
        findsColumns: false,
        replacing: former.flatMap { $0.drawing.hasSameInk(as: drawing) ? $0.steps : nil } ?? [], $0)
    }
  }

  /// The number of columns.
  package var width: Int { drawing.width }
  /// The number of rows of pixels.
  package var height: Int { drawing.height }
  /// The number of bands, at least one.
  package var bandCount: Int {
    height > 0 ? (height - 1) / bandHeight + 1 : 1
  }

  /// The bands that need no drawing; with the last one, all below it, which do not exist.
  package var covered: Range<Int> {
    bands.lowerBound..<(bands.upperBound == bandCount ? .max : bands.upperBound)
  }

  /// Returns the rows of pixels of a band.
  private func rows(ofBand index: Int) -> Range<Int> {
    let top = index * bandHeight
    return top..<min(height, top + bandHeight)
  }

  private func area(ofBand index: Int) -> PixelRect {
    let rows = rows(ofBand: index)
    return PixelRect(left: 0, top: rows.lowerBound, right: width, bottom: rows.upperBound)
  }
}

// MARK: - Drawing

extension RowDrawing {
  /// Draws the bands of a range that are not drawn; bands far from the range are released.
  ///
  /// - Parameters:
  ///   - wanted: The bands. Those that do not exist are left out; if none exists, the nearest one
  ///     is drawn.
  ///   - former: A drawing of an earlier list, whose bands are shared if they are the same.
  /// - Returns: The number of glyphs drawn.
  /// - Throws: `RenderBudget.Excess` if the pixels of all bands, or a band, exceed the budget; the
  ///   errors of `DisplayRasterizer.rasterize`.
  /// - Complexity: O(steps + the parts in these bands).
  @discardableResult
  package mutating func draw(
    bands wanted: Range<Int>, keeping former: RowDrawing? = nil, in scope: WorkScope = .unlimited
  ) throws -> Int {
    let all = bandsToKeep(with: wanted)
    let whole = area(ofBand: all.lowerBound).union(area(ofBand: all.upperBound - 1))
    let (pixelCount, isOver) = width.multipliedReportingOverflow(by: max(0, whole.height))
    try drawing.rasterizer.budget.check(
      .pixels, isOver ? .max : pixelCount, of: "image of \(width) × \(whole.height) pixels")
    let finder = former.flatMap { self.finder(sharingWith: $0) }
    var known: [Int: Bitmap] = [:]
    for index in all {
      known[index] = pixels(ofBand: index)
      if known[index] == nil, let former, let finder {
        known[index] = sharedPixels(ofBand: index, former, finder)
      }
    }
    let missing = all.filter { known[$0] == nil }
    for (index, drawn) in zip(missing, try drawn(missing, scope)) {
      known[index] = drawn.bitmap
      missingImages.formUnion(drawn.missingImages)
    }
    (bands, bitmaps) = (all, all.compactMap { known[$0] })
    return glyphCount(of: missing)
  }

  /// Returns wanted bands that exist, and the drawn ones that touch them, up to as many more on
  /// each side.
  private func bandsToKeep(with wanted: Range<Int>) -> Range<Int> {
    let first = min(max(0, wanted.lowerBound), bandCount - 1)
    let last = min(max(first + 1, wanted.upperBound), bandCount)
    guard !bands.isEmpty, bands.lowerBound <= last, first <= bands.upperBound else {
      return first..<last
    }
    let room = last - first
    let start = max(min(first, bands.lowerBound), first - room)
    return start..<min(max(last, bands.upperBound), last + room)
  }

  private func pixels(ofBand index: Int) -> Bitmap? {
    bands.contains(index) ? bitmaps[index - bands.lowerBound] : nil
  }

  /// Draws bands; several large ones on all processors.
  private func drawn(_ bands: [Int], _ scope: WorkScope) throws -> [BandedImage.Drawn] {
    guard !bands.isEmpty else { return [] }
    if bandCount == 1 { return [try drawing.bitmap(scope)] }
    let source = "image of \(width) × \(height) pixels"
    return try drawing.inTime(source, scope) { scope in
      let area = self.area(ofBand: bands[0]).union(self.area(ofBand: bands[bands.count - 1]))
      try drawing.rasterizer.budget.check(
        .blendedPixels,
        RenderCost.Painting(
          drawing.list.commands, scale: drawing.scale, clip: area, rows: bandHeight, steps: steps
        ).count, of: source)
      try drawing.rasterizer.budget.check(drawing.cost(rows: bandHeight), of: source)
      let isShared = area.area >= Double(BandedImage.Strips.Limits.leastShared)
      guard bands.count > 1, isShared else {
        return try bands.map { try band($0, scope) }
      }
      let results = Mutex([BandedImage.Drawn?](repeating: nil, count: bands.count))
      try scope.runParts(bands.count) { index, scope in
        let drawn = try drawing.list.walk(scope) { try band(bands[index], $0) }
        results.withLock { $0[index] = drawn }
      }
      return results.withLock { $0 }.compactMap(\.self)
    }
  }

  private func band(_ index: Int, _ scope: WorkScope) throws -> BandedImage.Drawn {
    try drawing.rows(rows(ofBand: index), of: steps, backdrops, scope)
  }

  private func glyphCount(of bands: [Int]) -> Int {
    if bandCount == 1 { return bands.isEmpty ? 0 : drawing.list.glyphCount }
    return bands.reduce(0) { sum, index in
      steps.reduce(sum) { $0 + $1.glyphCount(in: area(ofBand: index)) }
    }
  }
}

// MARK: - Sharing

extension RowDrawing {
  /// Returns an empty finder of the ink of both drawings; `nil` if no band can be the same.
  ///
  /// The pixels of backdrop filters depend on those around them, and images that were missing may
  /// have arrived, so drawings with either are not shared.
  private func finder(sharingWith former: RowDrawing) -> DamageFinder? {
    let (old, new) = (former.drawing, drawing)
    guard bandHeight == former.bandHeight, former.bandCount > 1, bandCount > 1,
      old.hasSameInk(as: new), old.width == new.width, old.ground == new.ground,
      former.missingImages.isEmpty,
      former.backdrops.isEmpty, backdrops.isEmpty
    else { return nil }
    return DamageFinder(
      scale: new.scale, rendering: new.rasterizer.rendering(at: new.scale, new.text),
      source: new.rasterizer.glyphs, clip: new.clip, limit: 1)
  }

  private func sharedPixels(
    ofBand index: Int, _ former: RowDrawing, _ finder: DamageFinder
  ) -> Bitmap? {
    guard let pixels = former.pixels(ofBand: index),
      former.rows(ofBand: index) == rows(ofBand: index),
      BandedImage.Step.drawSame(
        former.steps, steps, in: area(ofBand: index), finder)
    else { return nil }
    return pixels
  }
}

extension BandedImage.Drawing {
  /// Whether equal glyphs at equal places touch the same pixels in both drawings.
  fileprivate func hasSameInk(as other: BandedImage.Drawing) -> Bool {
    rasterizer === other.rasterizer && scale == other.scale && text == other.text
  }
}
