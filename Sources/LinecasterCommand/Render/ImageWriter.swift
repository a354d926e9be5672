import Linecaster

/// Writes an image, and its glyphs where they are asked for.
struct ImageWriter {
  let output: OutputFile
  /// Where the glyphs and their places go; nil where nobody wants them.
  let dump: OutputFile?
  let compression: PNGEncoder.Compression
  /// Whether the image shows what it is made of.
  let isDebug: Bool

  /// Writes all files; each takes its place in one step.
  @MainActor
  func write(_ image: DrawnImage) throws {
    let progress = ProgressLine { "writing \(output.name)" }
    defer { progress.clear() }
    let bitmap = try MainLoop.result(progress) { [self] in
      let bitmap = isDebug ? try image.withAnatomy() : image.bitmap
      try output.write(PNGEncoder(compression: compression).encode(bitmap))
      if let dump, let page = image.page {
        try dump.write(GlyphDump(page, image: output.path, beside: dump.path).json())
      }
      return bitmap
    }
    progress.end("\(output.name): \(bitmap.width) × \(bitmap.height) pixels")
  }
}
