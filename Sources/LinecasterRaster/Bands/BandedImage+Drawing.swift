package import LinecasterBase
package import LinecasterDisplay

extension BandedImage {
  /// A display list and its drawing options.
  package struct Drawing: Sendable {
    /// The steps.
    package let list: DisplayList
    /// Device pixels per layout point.
    package let scale: PixelScale
    /// The colour beneath the list, as documents paint it.
    package let background: Color
    /// The rendering of letters.
    package let text: TextRendering
    /// The rasterizer that draws it.
    package let rasterizer: DisplayRasterizer
    /// The meaning of the list, for documents.
    package var document = DocumentDescription()

    /// The colour beneath `commands`: the background, or the last opaque fill of all pixels among
    /// the first steps.
    private(set) var ground: Color
    /// The steps of the list in front of the ground.
    private(set) var commands: ArraySlice<DisplayCommand>

    package init(
      list: DisplayList, scale: PixelScale, background: Color, text: TextRendering = .automatic,
      rasterizer: DisplayRasterizer
    ) {
      (self.list, self.scale, self.background) = (list, scale, background)
      (self.text, self.rasterizer) = (text, rasterizer)
      (ground, commands) = (background, list.commands[...])
      while case .fill(let shape, let paint)? = commands.first, let color = paint.plainColor,
        color.alpha == 255
      {
        let box = RoundedBox(shape, scale: scale)
        guard box.isDrawable, box.interior(in: clip) == clip else { break }
        ground = color
        commands.removeFirst()
      }
    }

    var width: Int { scale.pixels(list.size.width) }
    var height: Int { scale.pixels(list.size.height) }
    var clip: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }
  }
}

// MARK: - At once

extension BandedImage.Drawing {
  /// Draws the whole list.
  ///
  /// - Parameter known: The result of `checkedCost`; `nil` computes it.
  /// - Throws: The errors of `DisplayRasterizer.rasterize`.
  func bitmap(
    known: RenderCost? = nil, _ scope: WorkScope
  ) throws -> BandedImage.Drawn {
    try inTime("image of \(width) × \(height) pixels", scope) { scope in
      try Bitmap.checkSize(width: width, height: height)
      let cost = try known ?? checkedCost()
      let rows = 0..<height
      if let strips = BandedImage.Strips(self, rows: height, cost: cost) {
        return try strips.draw(steps(scope), rows: rows, scope)
      }
      return try drawn(rows, Backdrops(list, scale: scale), scope) { canvas in
        for command in commands { try canvas.draw(command, scope) }
      }
    }
  }

  /// Runs work over the list within the time budget.
  ///
  /// - Parameter source: The drawn pixels in error messages.
  func inTime<Value>(
    _ source: @autoclosure () -> String, _ scope: WorkScope, _ work: (WorkScope) throws -> Value
  ) throws -> Value {
    try scope.run(within: rasterizer.budget, of: source()) { scope in
      try list.walk(scope, work)
    }
  }

  /// Draws rows on a separate canvas.
  private func drawn(
    _ rows: Range<Int>, _ backdrops: Backdrops, _ scope: WorkScope,
    _ draw: (inout Canvas) throws -> Void
  ) throws -> BandedImage.Drawn {
    var canvas = rasterizer.canvas(
      on: try Bitmap(width: width, height: rows.count, background: ground), scale: scale,
      text: text)
    canvas.originY = -rows.lowerBound
    canvas.clip = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
    try canvas.draw(backdrops, on: ground, scope, draw)
    return (canvas.bitmap, canvas.missingImages)
  }

  /// Draws the parts of steps in a range of rows.
  func rows(
    _ rows: Range<Int>, of steps: [BandedImage.Step], _ backdrops: Backdrops, _ scope: WorkScope
  ) throws -> BandedImage.Drawn {
    try drawn(rows, backdrops, scope) { canvas in try canvas.draw(steps, scope) }
  }

  /// Returns the steps of the list, with the pixels that they draw on.
  ///
  /// - Parameters:
  ///   - findsColumns: Whether the columns of texts are found as well as their rows.
  ///   - formers: The steps of an earlier drawing with the same rasterizer and scale and without
  ///     columns; empty for none.
  /// - Throws: The errors of `BandedImage.Step.init`.
  func steps(
    findsColumns: Bool = true, replacing formers: [BandedImage.Step] = [], _ scope: WorkScope
  ) throws -> [BandedImage.Step] {
    var finder = InkFinder(
      scale: scale, rendering: rasterizer.rendering(at: scale, text), source: rasterizer.glyphs,
      clip: clip)
    finder.findsColumns = findsColumns
    return try BandedImage.Step.steps(of: commands, finder, replacing: formers, scope)
  }
}

// MARK: - Costs

extension BandedImage.Drawing {
  /// Returns the memory that drawing a number of rows at a time holds.
  func cost(rows: Int) -> RenderCost {
    var cost = RenderCost(pixelCount: width * rows)
    cost.add(RenderCost(list.commands, scale: scale, clip: clip, rows: rows))
    return cost
  }

  /// Returns the memory that drawing the whole list at once holds.
  ///
  /// - Throws: `RenderBudget.Excess` if it, or the painted pixels, exceed the budget.
  private func checkedCost() throws(RenderBudget.Excess) -> RenderCost {
    let cost = cost(rows: height)
    try rasterizer.budget.check(cost, of: "image of \(width) × \(height) pixels")
    try checkPainting()
    return cost
  }

  /// Throws if more pixels are painted than the budget allows.
  private func checkPainting() throws(RenderBudget.Excess) {
    let painting = RenderCost.Painting(list, width: width, height: height, scale: scale)
    try rasterizer.budget.check(
      .blendedPixels, painting.count, of: "image of \(width) × \(height) pixels")
  }
}

// MARK: - In bands

extension BandedImage.Drawing {
  /// The maximum number of pixels of a picture that is drawn at once.
  private static let greatestWhole = 1 << 24
  /// The usual number of pixels of a band in larger pictures.
  private static let usualBand = 1 << 21

  /// Returns the drawing in bands.
  ///
  /// - Throws: The errors of `DisplayRasterizer.bands(of:scale:background:isCancelled:)`.
  package func bands(_ scope: WorkScope) throws -> BandedImage {
    try list.walk(scope) { scope in
      let bandHeight = try bandHeight()
      if bandHeight < height {
        try checkPainting()
        return try bands(ofHeight: bandHeight, scope)
      }
      try Bitmap.checkSize(width: width, height: height)
      let cost = try checkedCost()
      return try BandedImage(of: self, bandHeight: height) { _, scope in
        try bitmap(known: cost, scope)
      }
    }
  }

  /// Returns the drawing in bands of a number of rows.
  func bands(ofHeight bandHeight: Int, _ scope: WorkScope) throws -> BandedImage {
    let steps = try steps(scope)
    let backdrops = Backdrops(list, scale: scale)
    let strips = BandedImage.Strips(self, rows: bandHeight, cost: cost(rows: bandHeight))
    return try BandedImage(of: self, bandHeight: bandHeight) { rows, scope in
      try inTime("band of \(width) × \(rows.count) pixels", scope) { scope in
        try strips?.draw(steps, rows: rows, scope)
          ?? self.rows(rows, of: steps, backdrops, scope)
      }
    }
  }

  /// Returns the number of rows drawn at a time: all, or enough to be worth a pass over the list.
  ///
  /// - Throws: `RenderBudget.Excess` if a single row exceeds the budget.
  private func bandHeight() throws(RenderBudget.Excess) -> Int {
    let (width, height, budget) = (width, height, rasterizer.budget)
    let sides = 0...Bitmap.maximumSide
    guard sides ~= width, sides ~= height, width > 0, height > 0 else { return max(1, height) }
    if width * height <= Self.greatestWhole, budget.allows(cost(rows: height)) { return height }
    var rows = min(height, max(1, Self.usualBand / width))
    // Writing a picture in bands also holds a file.
    var half = budget
    (half.pixelCount, half.byteCount) = (budget.pixelCount, budget.byteCount / 2)
    while rows > 1, !half.allows(cost(rows: rows)) { rows /= 2 }
    try budget.check(cost(rows: rows), of: "a band of \(width) × \(rows) pixels")
    return rows
  }
}
