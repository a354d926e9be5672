internal import CFreeType
import LinecasterFonts

extension FreeTypeFace {
  /// The coverage of an outline at the key's place; nil where FreeType cannot load or draw it.
  ///
  /// - Parameter region: The pixels wanted, counted from the glyph's origin, y down; nil for all of
  ///   them, or for none where they are too many to be kept.
  func mask(of key: GlyphKey, in region: PixelRect?) -> GlyphBitmap? {
    guard isScalable, setOutlineSize(key.size) else { return nil }
    return withOutline(of: key.index, hinting: key.style.hinting) { outline in
      synthesize(&outline, size: key.size)
      FT_Outline_Translate(&outline, FT_Pos(key.x), FT_Pos(-key.y))
      return draw(&outline, key.style, in: region)
    } ?? nil
  }

  /// Lends `body` the outline of a glyph at the size that is set; nil where none can be loaded.
  func withOutline<Result>(
    of glyph: UInt32, hinting: GlyphRendering.Hinting, _ body: (inout FT_Outline) -> Result
  ) -> Result? {
    if hinting == .none, let cubics, let size = outlines.pointee.size?.pointee.metrics {
      let scale = (size.x_scale, size.y_scale)
      return cubics.withOutline(of: glyph, in: face, scale: scale, body)
    }
    guard FT_Load_Glyph(outlines, glyph, Self.loadFlags(hinting)) == 0,
      let slot = outlines.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    return body(&slot.pointee.outline)
  }

  private static func loadFlags(_ hinting: GlyphRendering.Hinting) -> FT_Int32 {
    switch hinting {
    case .none: linecaster_ft_load_outline
    case .light: linecaster_ft_load_light
    case .full: linecaster_ft_load_full
    }
  }

  /// Makes an outline bolder and lets it lean, as far as the face asks for it.
  ///
  /// The outline grows on both sides alike and the advance stays, so that bold text is laid out as
  /// regular text is.
  func synthesize(_ outline: inout FT_Outline, size: UInt32) {
    if synthesis.emboldens {
      let strength = FT_Pos((Double(size) * FontSynthesis.strength).rounded())
      FT_Outline_Embolden(&outline, strength)
      FT_Outline_Translate(&outline, -strength / 2, -strength / 2)
    }
    if synthesis.slants {
      var shear = FT_Matrix(
        xx: 0x10000, xy: FT_Fixed(FontSynthesis.lean * 65_536), yx: 0, yy: 0x10000)
      FT_Outline_Transform(&outline, &shear)
    }
  }

  private func draw(
    _ outline: inout FT_Outline, _ style: GlyphStyle, in region: PixelRect?
  ) -> GlyphBitmap? {
    let overlaps = outline.flags & FT_OUTLINE_OVERLAP != 0
    let sampling = CoverageSampling(style, hasOverlaps: overlaps)
    let bounds = Self.pixels(of: &outline).widened(by: sampling.margin)
    let wanted = region.map { bounds.clipped(to: $0.widened(by: sampling.margin)) } ?? bounds
    guard !wanted.isEmpty else { return .empty }
    guard wanted.width <= GlyphBitmap.maximumSide, wanted.height <= GlyphBitmap.maximumSide,
      region != nil || wanted.width * wanted.height <= GlyphBitmap.maximumPixels
    else { return .path }
    let isStriped = sampling.content == .stripes
    guard let grey = isStriped ? grey(&outline, overlaps, wanted) : [],
      let samples = render(&outline, sampling, wanted)
    else { return nil }
    return GlyphBitmap(
      content: sampling.content, left: Int32(wanted.left), top: Int32(-wanted.top),
      width: Int32(wanted.width), height: Int32(wanted.height),
      bytes: sampling.coverage(
        of: samples, width: wanted.width, height: wanted.height, grey: grey))
  }

  /// The coverage of whole pixels, from a copy of an outline.
  private func grey(
    _ outline: inout FT_Outline, _ hasOverlaps: Bool, _ wanted: PixelRect
  ) -> [UInt8]? {
    let sampling = CoverageSampling(.plain, hasOverlaps: hasOverlaps)
    var copy = FT_Outline()
    guard
      FT_Outline_New(
        library.pointer, FT_UInt(outline.n_points), FT_Int(outline.n_contours), &copy) == 0
    else { return nil }
    defer { FT_Outline_Done(library.pointer, &copy) }
    guard FT_Outline_Copy(&outline, &copy) == 0,
      let samples = render(&copy, sampling, wanted)
    else { return nil }
    return sampling.coverage(of: samples, width: wanted.width, height: wanted.height)
  }

  /// The pixels that an outline may touch, y down.
  private static func pixels(of outline: inout FT_Outline) -> PixelRect {
    var box = FT_BBox()
    FT_Outline_Get_CBox(&outline, &box)
    return PixelRect(
      left: box.xMin >> 6, top: -((box.yMax + 63) >> 6), right: (box.xMax + 63) >> 6,
      bottom: -(box.yMin >> 6))
  }

  /// Coverage of samples of the wanted pixels: rows from the top, each a multiple of four bytes.
  private func render(
    _ outline: inout FT_Outline, _ sampling: CoverageSampling, _ wanted: PixelRect
  ) -> [UInt8]? {
    if sampling.columns != 1 || sampling.rows != 1 {
      var matrix = FT_Matrix(
        xx: FT_Fixed(sampling.columns) << 16, xy: 0, yx: 0, yy: FT_Fixed(sampling.rows) << 16)
      FT_Outline_Transform(&outline, &matrix)
    }
    FT_Outline_Translate(
      &outline, FT_Pos(-wanted.left * sampling.columns * 64),
      FT_Pos(wanted.bottom * sampling.rows * 64))
    let width = wanted.width * sampling.columns
    let height = wanted.height * sampling.rows
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    var error: FT_Error = 0
    let samples = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
      buffer.initialize(repeating: 0)
      count = rowBytes * height
      var bitmap = FT_Bitmap()
      bitmap.rows = UInt32(height)
      bitmap.width = UInt32(width)
      bitmap.pitch = Int32(rowBytes)
      bitmap.buffer = buffer.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      error = FT_Outline_Get_Bitmap(library.pointer, &outline, &bitmap)
    }
    return error == 0 ? samples : nil
  }
}
