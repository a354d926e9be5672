public import LinecasterBase
public import LinecasterDisplay

extension Canvas {
  /// What is drawn for images without pixels: a light grey, neither page nor ink.
  static let placeholderColor = Color(rgb: 0xE3E3E6)
  /// What is drawn for images that their provider has failed to get: a light red grey.
  static let failedColor = Color(rgb: 0xEBD3D3)

  /// Draws an image in a shape's rectangle, clipped to the shape.
  ///
  /// The provider is asked for as many pixels as the image is drawn with. Shrinking averages over
  /// the area of each pixel, enlarging interpolates. Where the provider has no such image, or it
  /// is empty, the shape is filled with `placeholderColor`, or with `failedColor` where the
  /// provider says that it has failed.
  ///
  /// - Parameters:
  ///   - image: Which image.
  ///   - shape: Where.
  ///   - mode: How an image of other proportions fills the rectangle.
  ///   - tint: What is drawn in place of the image's own colours, as much as it is opaque; nil
  ///     draws these.
  /// - Complexity: O(pixels of the image that are seen + pixels covered).
  public mutating func draw(
    _ image: ImageReference, in shape: DisplayShape, _ mode: ContentMode = .stretch,
    tint: Color? = nil
  ) {
    guard let images, let size = images.naturalSize(of: image), size.width > 0, size.height > 0
    else { return drawPlaceholder(of: image, in: shape, nil) }
    let place = mode.rect(of: size, in: shape.rect)
    guard place.isFinite else { return }
    let pixels = PixelSize(
      width: Self.pixels(place.width * scale.factor),
      height: Self.pixels(place.height * scale.factor))
    guard let bitmap = images.bitmap(for: image, covering: pixels) else {
      return drawPlaceholder(of: image, in: shape, pixels)
    }
    draw(bitmap, at: place, in: shape, mode, tint)
  }

  /// Draws what stands for an image without pixels, and notes that it was wanted.
  private mutating func drawPlaceholder(
    of image: ImageReference, in shape: DisplayShape, _ size: PixelSize?
  ) {
    guard let images else { return fill(shape, with: Self.placeholderColor) }
    missingImages.insert(image)
    let hasFailed = images.hasFailed(image, covering: size)
    fill(shape, with: hasFailed ? Self.failedColor : Self.placeholderColor)
  }

  /// Draws a bitmap in a shape's rectangle, clipped to the shape; with a tint, as an image by name.
  public mutating func draw(
    _ image: Bitmap, in shape: DisplayShape, _ mode: ContentMode = .stretch, tint: Color? = nil
  ) {
    let size = Size(width: Double(image.width), height: Double(image.height))
    draw(image, at: mode.rect(of: size, in: shape.rect), in: shape, mode, tint)
  }

  /// Whole pixels that cover a length; no image has more than a bitmap may have.
  private static func pixels(_ length: Double) -> Int {
    Int(saturating: min(max(length.rounded(.up), 0), Double(Bitmap.maximumSide)))
  }

  /// Draws a bitmap stretched to a rectangle, clipped to a shape.
  private mutating func draw(
    _ image: Bitmap, at place: Rect, in shape: DisplayShape, _ mode: ContentMode, _ tint: Color?
  ) {
    guard image.width > 0, image.height > 0, shape.rect.isFinite, place.isFinite,
      place.width > 0, place.height > 0,
      let coverage = ShapeCoverage(shape, scale: scale, clip: clip)
    else { return }
    let columns = AxisFilter(
      sourceCount: image.width, origin: place.minX * scale.factor,
      scale: place.width * scale.factor / Double(image.width),
      range: coverage.bounds.left..<coverage.bounds.right, edge: mode.edge)
    let rows = AxisFilter(
      sourceCount: image.height, origin: place.minY * scale.factor,
      scale: place.height * scale.factor / Double(image.height),
      range: coverage.bounds.top..<coverage.bounds.bottom, edge: mode.edge)
    image.pixels.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      let pixels = BytePixelRows(base, rowBytes: image.width * 4)
      paint(
        Resampler(source: pixels, columns: columns, rows: rows), through: coverage,
        tint.map { PremultipliedPixel($0) })
    }
  }

  /// Paints the rows of an image that was filtered for the bounds of a shape, or a colour where it
  /// is opaque.
  private mutating func paint(
    _ source: Resampler<BytePixelRows>, through coverage: ShapeCoverage,
    _ tint: PremultipliedPixel?
  ) {
    var resampler = source
    let bounds = coverage.bounds
    bitmap.withSurface(originX: originX, originY: originY, clip: bounds) { surface in
      withUnsafeTemporaryAllocation(byteCount: bounds.width * 4, alignment: 16) { line in
        guard let pixels = line.baseAddress else { return }
        for row in bounds.top..<bounds.bottom {
          resampler.write(row: row - bounds.top, to: pixels)
          tint?.replaceColors(of: pixels, count: bounds.width)
          coverage.forEachStretch(row: row) { columns, level in
            ImageBlender(coverage: level).paint(
              pixels + (columns.lowerBound - bounds.left) * 4, count: columns.count,
              onto: surface.pixel(x: columns.lowerBound, y: row))
          }
        }
      }
    }
  }
}

extension Rect {
  /// Whether all four numbers are finite.
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }
}
