public import LinecasterBase
public import LinecasterDisplay

extension Canvas {
  /// The placeholder colour of missing images: a light grey, distinct from page and ink.
  static let placeholderColor = Color(rgb: 0xE3E3E6)
  /// The placeholder colour of images that failed to load: a light red grey.
  static let failedColor = Color(rgb: 0xEBD3D3)

  /// Draws an image in a shape's rectangle, clipped to the shape.
  ///
  /// The provider is called with the number of pixels to draw. Downscaling averages over the area
  /// of each pixel; upscaling interpolates. If the image is missing or empty, the shape is filled
  /// with `placeholderColor`, or with `failedColor` if the provider reports a failure.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - shape: The shape.
  ///   - mode: The scaling of the image in the rectangle (CSS `object-fit`).
  ///   - tint: The colour that replaces the image's colours and keeps its opacity; `nil` keeps the
  ///     colours.
  /// - Complexity: O(visible pixels of the image + pixels covered).
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

  /// Draws the placeholder of a missing image, and records the image as missing.
  private mutating func drawPlaceholder(
    of image: ImageReference, in shape: DisplayShape, _ size: PixelSize?
  ) {
    guard let images else { return fill(shape, with: Self.placeholderColor) }
    missingImages.insert(image)
    let hasFailed = images.hasFailed(image, covering: size)
    fill(shape, with: hasFailed ? Self.failedColor : Self.placeholderColor)
  }

  /// Draws a bitmap in a shape's rectangle, clipped to the shape, with an optional tint.
  ///
  /// - Complexity: O(visible pixels of the bitmap + pixels covered).
  public mutating func draw(
    _ image: Bitmap, in shape: DisplayShape, _ mode: ContentMode = .stretch, tint: Color? = nil
  ) {
    let size = Size(width: Double(image.width), height: Double(image.height))
    draw(image, at: mode.rect(of: size, in: shape.rect), in: shape, mode, tint)
  }

  /// Returns the whole pixels that cover a length, at most the limit of a bitmap.
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

  /// Paints the rows of an image resampled to the bounds of a shape, or a tint through its opacity.
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
