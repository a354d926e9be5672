import LinecasterDisplay
import LinecasterBase
import LinecasterRaster

/// How many pixels a layout point has where documents have pixels.
enum DocumentScale {
  /// Fewer would be seen on paper.
  static let least = 2.0

  /// The scale for a drawing.
  static func pixels(of drawing: ListDrawing?) -> PixelScale {
    PixelScale(max(drawing?.scale.factor ?? least, least))
  }
}

extension BandedImage {
  /// The bytes of the pixels that a document of it holds, with those compressed, where it is no
  /// drawing. Sides have a limit, so that their product is far from that of numbers.
  var documentByteCount: Int { drawing == nil ? width * height * 8 : 0 }

  /// Throws unless there is something to write.
  private func checkIsSome(_ name: String) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(code: .empty, source: name, reason: "\(width) × \(height) pixels")
    }
  }

  /// A page with the list that it is a drawing of, or with its pixels where there is none.
  ///
  /// - Parameters:
  ///   - name: What stands for the file in error messages.
  ///   - makePage: Makes a page of a size in points.
  /// - Throws: `ImageError` where there is nothing to write; what drawing throws;
  ///   `CancellationError`.
  func page<Page: DocumentPage>(
    _ name: String, isCancelled: () -> Bool,
    _ makePage: (_ size: Size, _ scale: PixelScale, _ colors: ColorGlyphs) -> Page
  ) throws -> Page {
    try checkIsSome(name)
    let drawing = try self.drawing?()
    let colors = ColorGlyphs(drawing?.rasterizer ?? DisplayRasterizer())
    let size = drawing?.list.size ?? Size(width: Double(width), height: Double(height))
    var page = makePage(size, DocumentScale.pixels(of: drawing), colors)
    guard let drawing else {
      var top = 0.0
      try forEachBand(isCancelled: isCancelled) { band in
        let (width, height) = (Double(band.width), Double(band.height))
        page.draw(band, in: Rect(x: 0, y: top, width: width, height: height), named: nil)
        top += height
      }
      return page
    }
    let blank = page
    return try StackRoom.withRoom(
      forLevels: drawing.list.groupDepth, isCancelled: isCancelled
    ) { isCancelled in
      try withoutActuallyEscaping(isCancelled) { isCancelled in
        var painter = DocumentPainter(blank, drawing, colors, isCancelled: isCancelled)
        try painter.draw()
        return painter.page
      }
    }
  }
}
