internal import CFreeType
import LinecasterBase
import LinecasterFonts
import LinecasterText

extension FreeTypeFace {
  /// Returns the coverage of an outline at the key's position; `nil` if FreeType cannot load or
  /// draw it.
  ///
  /// - Parameter region: The requested pixels, relative to the glyph's origin, y down; `nil` for
  ///   all of them, or for none if there are too many to cache.
  func mask(of key: GlyphKey, in region: PixelRect?) -> GlyphBitmap? {
    guard isScalable, setOutlineSize(key.size) else { return nil }
    return withOutline(of: key.index, hinting: key.style.hinting) { outline in
      synthesize(&outline, size: key.size)
      Self.turn(&outline, key.style.turn)
      FT_Outline_Translate(&outline, FT_Pos(key.x), FT_Pos(-key.y))
      return draw(&outline, key.style, in: region)
    } ?? nil
  }

  /// Calls `body` with the outline of a glyph at the current size; `nil` if none can be loaded.
  func withOutline<Result>(
    of glyph: UInt32, hinting: GlyphRendering.Hinting, _ body: (inout FT_Outline) -> Result
  ) -> Result? {
    if hinting == .none, let cubics, let size = outlines.pointee.size?.pointee.metrics {
      let scale = (size.x_scale, size.y_scale)
      return cubics.withOutline(of: glyph, in: face, scale: scale, body)
    }
    let key = LoadedOutlines.Key(
      face: face.identifier, glyph: glyph, size: outlineSize, hinting: hinting)
    if let known = library.outlines.outline(for: key) { return known.lend(body) }
    guard FT_Load_Glyph(outlines, glyph, Self.loadFlags(hinting)) == 0,
      let slot = outlines.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    if let copy = LoadedOutline(slot.pointee.outline) { library.outlines.insert(copy, for: key) }
    return body(&slot.pointee.outline)
  }

  private static func loadFlags(_ hinting: GlyphRendering.Hinting) -> FT_Int32 {
    switch hinting {
    case .none: linecaster_ft_load_outline
    case .light: linecaster_ft_load_light
    case .full: linecaster_ft_load_full
    }
  }

  /// Emboldens and slants an outline as the face's synthesis requires.
  ///
  /// The outline grows equally on both sides and the advance stays the same, so bold text has the
  /// layout of regular text.
  func synthesize(_ outline: inout FT_Outline, size: UInt32) {
    if synthesis.emboldens {
      let strength = FT_Pos(saturating: (Double(size) * FontSynthesis.strength).rounded())
      FT_Outline_Embolden(&outline, strength)
      FT_Outline_Translate(&outline, -strength / 2, -strength / 2)
    }
    if synthesis.slants {
      var shear = FT_Matrix(
        xx: 0x10000, xy: FT_Fixed(saturating: FontSynthesis.lean * 65_536), yx: 0, yy: 0x10000)
      FT_Outline_Transform(&outline, &shear)
    }
  }

  /// Rotates an outline around its origin.
  private static func turn(_ outline: inout FT_Outline, _ turn: GlyphTurn) {
    guard turn != .none else { return }
    let quarter: FT_Fixed = turn == .clockwise ? 0x10000 : -0x10000
    var matrix = FT_Matrix(xx: 0, xy: quarter, yx: -quarter, yy: 0)
    FT_Outline_Transform(&outline, &matrix)
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
    let isSubpixel = sampling.content == .subpixels
    guard let grey = isSubpixel ? grey(&outline, overlaps, wanted) : [],
      let samples = render(&outline, sampling, wanted)
    else { return nil }
    return GlyphBitmap(
      content: sampling.content, left: Int32(wanted.left), top: Int32(-wanted.top),
      width: Int32(wanted.width), height: Int32(wanted.height),
      bytes: sampling.coverage(
        of: samples, width: wanted.width, height: wanted.height, grey: grey))
  }

  /// Returns the coverage of whole pixels, from a copy of an outline.
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

  /// Returns the pixels that an outline may touch, y down.
  private static func pixels(of outline: inout FT_Outline) -> PixelRect {
    var box = FT_BBox()
    FT_Outline_Get_CBox(&outline, &box)
    return PixelRect(
      left: box.xMin >> 6, top: -((box.yMax + 63) >> 6), right: (box.xMax + 63) >> 6,
      bottom: -(box.yMin >> 6))
  }

  /// Returns the coverage of samples of the requested pixels: rows from the top, each padded to a
  /// multiple of four bytes.
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
      var bitmap = FT_Bitmap(
        width: width, height: height, rowBytes: rowBytes, buffer.baseAddress)
      error = FT_Outline_Get_Bitmap(library.pointer, &outline, &bitmap)
    }
    return error == 0 ? samples : nil
  }
}

extension FreeTypeFace {
  /// The factor of the size at which outlines are loaded, because FreeType rounds coordinates to
  /// 64ths.
  private static let magnification: UInt32 = 32

  /// Returns the outline of a glyph as straight pieces, in pixels at the key's size, ignoring its
  /// position and hinting; `nil` if FreeType cannot load it.
  func pieces(of key: GlyphKey) -> OutlinePieces? {
    let size = key.size * Self.magnification
    guard isScalable, setOutlineSize(size) else { return nil }
    var pieces = OutlinePieces()
    let isRead = withOutline(of: key.index, hinting: .none) { outline in
      synthesize(&outline, size: size)
      return Self.read(&outline, into: &pieces)
    }
    guard isRead == true else { return nil }
    return pieces
  }

  /// Reads all contours; returns false if they are broken.
  private static func read(
    _ outline: inout FT_Outline, into pieces: inout OutlinePieces
  ) -> Bool {
    var pen = FT_Outline_Funcs(
      move_to: { point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.move(to: FreeTypeFace.pixels(point))
        return 0
      },
      line_to: { point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.line(to: FreeTypeFace.pixels(point))
        return 0
      },
      conic_to: { control, point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.curve(
          FreeTypeFace.pixels(control), to: FreeTypeFace.pixels(point))
        return 0
      },
      cubic_to: { control1, control2, point, pieces in
        FreeTypeFace.pieces(pieces)?.pointee.curve(
          FreeTypeFace.pixels(control1), FreeTypeFace.pixels(control2),
          to: FreeTypeFace.pixels(point))
        return 0
      },
      shift: 0, delta: 0)
    let error = withUnsafeMutablePointer(to: &pieces) {
      FT_Outline_Decompose(&outline, &pen, $0)
    }
    pieces.close()
    return error == 0
  }

  private static func pieces(
    _ pen: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<OutlinePieces>? {
    pen?.assumingMemoryBound(to: OutlinePieces.self)
  }

  /// Returns a point in pixels, y down.
  private static func pixels(_ point: UnsafePointer<FT_Vector>?) -> SIMD2<Float> {
    guard let point = point?.pointee else { return .zero }
    return SIMD2(Float(point.x), Float(-point.y)) * (1 / Float(64 * magnification))
  }
}

/// The samples per pixel, and their conversion to coverage.
///
/// The subpixels of a pixel are adjusted together until their mean is the coverage of the whole
/// pixel: FreeType flattens curves into fewer lines without subpixels, and this keeps the weight of
/// text the same.
struct CoverageSampling {
  /// The horizontal samples per pixel.
  let columns: Int
  /// The vertical samples per pixel.
  let rows: Int
  /// The format of the coverage.
  let content: GlyphBitmap.Content

  private let style: GlyphStyle

  /// The samples per axis for overlapping contours, which count twice along inner edges; enough
  /// samples hide it.
  private static let overlapSamples = 4
  /// The samples per pixel for subpixels, and the weights of a subpixel and its neighbours in
  /// 256ths.
  private static let subpixels = 3
  private static let weights = [8, 77, 86, 77, 8]

  init(_ style: GlyphStyle, hasOverlaps: Bool) {
    self.style = style
    let plain = hasOverlaps ? Self.overlapSamples : 1
    switch style.antialiasing {
    case .grey: (columns, rows, content) = (plain, plain, .mask)
    case .rgb, .bgr: (columns, rows, content) = (Self.subpixels, plain, .subpixels)
    case .verticalRGB, .verticalBGR: (columns, rows, content) = (plain, Self.subpixels, .subpixels)
    }
  }

  /// The margin around an outline that its coverage spreads to, in pixels.
  var margin: (x: Int, y: Int) {
    guard style.smoothsSubpixels else { return (0, 0) }
    return isVertical ? (0, 1) : (1, 0)
  }

  private var isVertical: Bool {
    style.antialiasing == .verticalRGB || style.antialiasing == .verticalBGR
  }

  /// Returns the bytes of a glyph from its samples, whose rows are padded to a multiple of four.
  ///
  /// - Parameter grey: The coverage of whole pixels, for subpixel rendering.
  func coverage(of samples: [UInt8], width: Int, height: Int, grey: [UInt8] = []) -> [UInt8] {
    if columns == 1, rows == 1 { return samples }
    guard content == .subpixels else { return means(samples, width, height) }
    var levels = levels(of: samples, width, height)
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    for pixel in 0..<width * height where !grey.isEmpty {
      let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
      Self.move(&levels, from: pixel * Self.subpixels, to: grey[y * rowBytes + x])
    }
    return subpixels(of: levels, width, height)
  }

  /// Returns the mean of the samples of each pixel.
  private func means(_ samples: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      for x in 0..<width {
        bytes[y * rowBytes + x] = mean(
          samples, width, x * columns..<(x + 1) * columns, y * rows..<(y + 1) * rows)
      }
    }
    return bytes
  }

  /// Returns the coverage of the subpixels of each pixel, without smoothing.
  private func levels(of samples: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var levels: [UInt8] = []
    levels.reserveCapacity(width * height * Self.subpixels)
    for y in 0..<height {
      for x in 0..<width {
        for stripe in 0..<Self.subpixels {
          let place = (isVertical ? y : x) * Self.subpixels + stripe
          levels.append(
            isVertical
              ? mean(samples, width, x * columns..<(x + 1) * columns, place..<place + 1)
              : mean(samples, width, place..<place + 1, y * rows..<(y + 1) * rows))
        }
      }
    }
    return levels
  }

  /// Adjusts the subpixels of a pixel until their mean is a level: first partly covered ones, then
  /// the others if necessary.
  private static func move(_ levels: inout [UInt8], from start: Int, to grey: UInt8) {
    let places = start..<start + subpixels
    var rest = subpixels * Int(grey) - places.reduce(0) { $0 + Int(levels[$1]) }
    while abs(rest) > 1 {
      let step = rest.signum()
      let partial = places.filter { 1...254 ~= levels[$0] }
      for place in partial.isEmpty ? Array(places) : partial where rest != 0 {
        let moved = Int(levels[place]) + step
        guard 0...255 ~= moved else { continue }
        levels[place] = UInt8(moved)
        rest -= step
      }
    }
  }

  /// Returns red, green, blue and their mean for each pixel.
  private func subpixels(of levels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.subpixels, width: width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    let isReversed = style.antialiasing == .bgr || style.antialiasing == .verticalBGR
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for stripe in 0..<Self.subpixels {
          let level = level(levels, (width, height), x, y, stripe)
          bytes[y * rowBytes + x * 4 + (isReversed ? 2 - stripe : stripe)] = UInt8(level)
          sum += level
        }
        bytes[y * rowBytes + x * 4 + 3] = UInt8((sum + 1) / Self.subpixels)
      }
    }
    return bytes
  }

  /// Returns the coverage of a subpixel, combined with its neighbours if smoothing is on.
  private func level(
    _ levels: [UInt8], _ size: (width: Int, height: Int), _ x: Int, _ y: Int, _ stripe: Int
  ) -> Int {
    let place = (isVertical ? y : x) * Self.subpixels + stripe
    let end = (isVertical ? size.height : size.width) * Self.subpixels
    func level(_ place: Int) -> Int {
      guard 0..<end ~= place else { return 0 }
      let (pixel, stripe) = place.quotientAndRemainder(dividingBy: Self.subpixels)
      let index = isVertical ? pixel * size.width + x : y * size.width + pixel
      return Int(levels[index * Self.subpixels + stripe])
    }
    guard style.smoothsSubpixels else { return level(place) }
    var sum = 128
    for (index, weight) in Self.weights.enumerated() { sum += weight * level(place + index - 2) }
    return sum >> 8
  }

  private func mean(
    _ samples: [UInt8], _ width: Int, _ across: Range<Int>, _ down: Range<Int>
  ) -> UInt8 {
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width * columns)
    let count = across.count * down.count
    var sum = count / 2
    for y in down {
      for x in across { sum += Int(samples[y * rowBytes + x]) }
    }
    return UInt8(sum / count)
  }
}

extension FT_Bitmap {
  /// Creates a bitmap of 256 greys over borrowed memory, rows from the top.
  init(width: Int, height: Int, rowBytes: Int, _ pixels: UnsafeMutablePointer<UInt8>?) {
    self.init()
    rows = UInt32(height)
    self.width = UInt32(width)
    pitch = Int32(rowBytes)
    buffer = pixels
    num_grays = 256
    pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
  }
}
