import Linecaster

/// What is made of a picture besides itself.
struct PictureOptions {
  let rendering: GlyphRendering
  /// Where the glyphs and their places go; nil where nobody wants them.
  let dump: String?
  /// Whether the picture shows what it is made of.
  let isDebug: Bool

  /// Whether the layouts of the picture are asked for.
  var needsPage: Bool { dump != nil || isDebug }

  /// Writes the picture, with what it is made of drawn on it where that is wanted, and the glyphs.
  @MainActor
  func finish(
    _ picture: Bitmap, _ page: DrawnPage?, typesetter: Typesetter, rasterizer: DisplayRasterizer,
    output: OutputFile, progress: ProgressLine
  ) throws {
    let shown = try MainLoop.result(progress) { [isDebug] in
      guard isDebug, let page else { return picture }
      return try AnatomyOverlay(
        anatomy: PageAnatomy(page, fonts: typesetter.fonts), scale: page.scale,
        typesetter: typesetter
      ).paint(over: picture, rasterizer)
    }
    try MainLoop.result(progress) { try output.write(shown) }
    if let dump, let page {
      var glyphs = GlyphDump(image: output.path)
      for (layout, origin) in page.texts { glyphs.add(layout, at: origin, scale: page.scale) }
      try glyphs.write(to: dump)
    }
    progress.end("\(output.name): \(shown.width) × \(shown.height) pixels")
  }
}
