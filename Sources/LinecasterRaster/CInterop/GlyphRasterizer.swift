internal import CFreeType
import LinecasterBase
import LinecasterFonts

/// Draws single glyphs with FreeType.
///
/// Not thread-safe; check one out from an `ExclusivePool`.
final class GlyphRasterizer {
  /// The maximum number of open faces, enough for a feed's fallback fonts. Opening one takes
  /// microseconds.
  static let maximumFaces = 64

  /// The faults since the last call of `takeFaults`: glyphs not drawn as their fonts specify.
  private(set) var faults: Set<RasterError> = []

  private let library: FreeTypeLibrary
  private var faces: [UInt32: FreeTypeFace] = [:]
  private var useCount = 0

  init() throws(RasterError) {
    library = try FreeTypeLibrary()
  }

  /// Draws a glyph; a glyph that the font cannot draw is empty.
  ///
  /// - Parameters:
  ///   - key: The glyph to draw.
  ///   - face: The face of the key.
  ///   - region: The pixels to draw, from the glyph's origin, y down; `nil` for all of them,
  ///     where a glyph that is too large to be kept is a `path`.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func rasterize(
    _ key: GlyphKey, of face: FontFace, in region: PixelRect? = nil
  ) throws(RasterError) -> GlyphBitmap {
    let opened = try open(face)
    return colored(key, of: opened, in: region) ?? opened.mask(of: key, in: region) ?? .empty
  }

  /// Makes the distance field of a glyph.
  ///
  /// - Parameters:
  ///   - key: The glyph. Its size is that of the field; its position and hinting are ignored.
  ///   - face: The face of the key.
  ///   - spread: The distance at which the field ends.
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func field(
    of key: GlyphKey, of face: FontFace, spread: Int
  ) throws(RasterError) -> GlyphField {
    let opened = try open(face)
    if let colored = colored(key, of: opened, in: nil) {
      return colored.content == .layers ? .layers(colored.layers) : .image
    }
    guard let pieces = opened.pieces(of: key), pieces.count > 0 else { return .blank }
    return DistanceField(pieces, spread: spread).map { .field($0) } ?? .tooLarge
  }

  /// Returns the image or the layers of a glyph; `nil` if it has neither. Records unsupported kinds
  /// of colours as faults.
  private func colored(
    _ key: GlyphKey, of opened: FreeTypeFace, in region: PixelRect?
  ) -> GlyphBitmap? {
    guard !key.style.isLayer else { return nil }
    if !opened.paints.isEmpty, opened.paints.contains(key.index),
      let painted = painted(key, of: opened, in: region)
    {
      return painted
    }
    if opened.hasColors {
      let turn = key.style.turn
      if let image = opened.image(of: key, in: region?.turnedBack(turn)) {
        return image.turned(turn)
      }
      if let layers = opened.layers(of: key) { return layers }
    }
    if opened.drawings.contains(where: { $0.contains(key.index) }) {
      faults.insert(Self.unsupported("SVG glyphs", opened.face))
    }
    return nil
  }

  /// Draws a glyph's paints; returns `nil` and records a fault if they are broken.
  private func painted(
    _ key: GlyphKey, of opened: FreeTypeFace, in region: PixelRect?
  ) -> GlyphBitmap? {
    let glyph: ColorGlyph?
    do throws(FontError) {
      glyph = try opened.face.colorGlyph(of: key.index, palette: key.style.palette)
    } catch {
      faults.insert(Self.unsupported("invalid COLRv1 paints", opened.face))
      return nil
    }
    guard let glyph else { return nil }
    do throws(PaintFault) {
      return try opened.painted(glyph, of: key, in: region)
    } catch {
      faults.insert(Self.unsupported("COLRv1 paints \(error.reason)", opened.face))
      return nil
    }
  }

  /// Returns the image of a glyph, or the drawing of its paints or layers; `nil` if it has no
  /// colours.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func image(of key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap? {
    let opened = try open(face)
    guard let colored = colored(key, of: opened, in: nil) else { return nil }
    return colored.content == .layers ? painted(key, of: opened, in: nil) : colored
  }

  /// Returns the faults and clears them.
  func takeFaults() -> Set<RasterError> {
    defer { faults = [] }
    return faults
  }

  private static func unsupported(_ kind: String, _ face: FontFace) -> RasterError {
    RasterError(
      code: .unsupportedColors, source: face.data.source,
      reason: "face \(face.index) has \(kind); "
        + "their outlines are drawn without colours")
  }

  /// Returns the open face; opening another one may close the least recently used.
  private func open(_ face: FontFace) throws(RasterError) -> FreeTypeFace {
    useCount += 1
    if let known = faces[face.identifier] {
      known.lastUse = useCount
      return known
    }
    let opened = try FreeTypeFace(face, library: library)
    if faces.count >= Self.maximumFaces,
      let oldest = faces.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      faces[oldest.key] = nil
    }
    opened.lastUse = useCount
    faces[face.identifier] = opened
    return opened
  }
}

/// The only owner of an `FT_Face`: one face, opened over the bytes of its `FontFace`.
final class FreeTypeFace {
  // Kept alive until the face is closed, because FreeType reads the font's bytes and the library's
  // memory.
  let face: FontFace
  let library: FreeTypeLibrary

  let pointer: FT_Face
  /// The face for outlines. FreeType provides none for a font with a table sbix, so the face is
  /// opened again without it.
  let outlines: FT_Face

  /// The number of the last use, for closing the least recently used face.
  var lastUse = 0

  /// The em that outlines are scaled to, in 64ths of a pixel, or 0.
  private(set) var outlineSize: UInt32 = 0

  /// Opens a face.
  ///
  /// - Throws: `RasterError` with code `unusableFace`, naming the file.
  init(_ face: FontFace, library: FreeTypeLibrary) throws(RasterError) {
    self.face = face
    self.library = library
    let bytes = face.data.bytes
    var opened: FT_Face?
    let error = FT_New_Memory_Face(
      library.pointer, bytes.baseAddress?.assumingMemoryBound(to: FT_Byte.self),
      FT_Long(bytes.count), FT_Long(face.index), &opened)
    guard error == 0, let opened else {
      throw RasterError(
        code: .unusableFace, source: face.data.source,
        reason: "FreeType cannot open face \(face.index): error \(error)")
    }
    pointer = opened
    outlines = Self.outlines(of: face, opened, library)
    hasColors = linecaster_ft_has_color(opened) != 0
    paints = Self.paints(of: opened)
    drawings = Self.drawings(of: opened)
    place(at: face.coordinates)
  }

  /// Sets the axis values of the outlines.
  ///
  /// If FreeType rejects them, as in a font with broken variation tables, the default outlines
  /// stay.
  private func place(at coordinates: [Int32]) {
    guard !coordinates.isEmpty else { return }
    var values = coordinates.map { FT_Fixed($0) }
    _ = FT_Set_Var_Design_Coordinates(outlines, FT_UInt(values.count), &values)
  }

  /// Returns the face opened without its table sbix, or the face itself if it has none.
  private static func outlines(
    of face: FontFace, _ opened: FT_Face, _ library: FreeTypeLibrary
  ) -> FT_Face {
    guard FontTable("sbix", of: opened) != nil else { return opened }
    var ignoring = FT_Parameter(tag: ignoreSbix, data: nil)
    return withUnsafeMutablePointer(to: &ignoring) { parameter in
      var arguments = FT_Open_Args()
      arguments.flags = FT_UInt(FT_OPEN_MEMORY | FT_OPEN_PARAMS)
      arguments.memory_base = face.data.bytes.baseAddress?.assumingMemoryBound(to: FT_Byte.self)
      arguments.memory_size = FT_Long(face.data.bytes.count)
      arguments.num_params = 1
      arguments.params = parameter
      var other: FT_Face?
      let error = FT_Open_Face(library.pointer, &arguments, FT_Long(face.index), &other)
      return error == 0 ? other ?? opened : opened
    }
  }

  /// FreeType's tag for ignoring the table sbix; a macro that Swift does not import.
  private static let ignoreSbix: FT_ULong = 0x6973_6278

  /// Whether the font has colour glyphs of any kind that FreeType supports.
  let hasColors: Bool

  /// The glyphs with paints of COLR version 1.
  let paints: Set<UInt32>

  /// The glyphs with SVG drawings.
  let drawings: [ClosedRange<UInt32>]

  /// The loader of unhinted CFF outlines; `nil` for other fonts.
  lazy var cubics = CubicOutlineLoader(face, outlines)

  /// The synthesis to apply to outlines.
  var synthesis: FontSynthesis { face.synthesis }

  deinit {
    if outlines != pointer { FT_Done_Face(outlines) }
    FT_Done_Face(pointer)
  }

  /// Whether the font has outlines.
  var isScalable: Bool { linecaster_ft_is_scalable(outlines) != 0 }

  /// Scales outlines to an em in 64ths of a pixel; returns false if FreeType rejects it.
  func setOutlineSize(_ size: UInt32) -> Bool {
    if size == outlineSize { return true }
    let isSet = FT_Set_Char_Size(outlines, 0, FT_F26Dot6(size), 0, 0) == 0
    outlineSize = isSet ? size : 0
    return isSet
  }

  /// Selects the smallest strike of at least `size`, or else the largest one, and returns its
  /// pixels per em; `nil` if the font has none.
  func selectStrike(for size: Double) -> Double? {
    let strikes = UnsafeBufferPointer(
      start: pointer.pointee.available_sizes, count: Int(pointer.pointee.num_fixed_sizes))
    let sizes = strikes.map { Double($0.y_ppem) / 64 }
    let larger = sizes.indices.filter { sizes[$0] >= size }.min { sizes[$0] < sizes[$1] }
    let largest = sizes.indices.max { sizes[$0] < sizes[$1] }
    guard let strike = larger ?? largest, sizes[strike] > 0 else { return nil }
    outlineSize = 0
    return FT_Select_Size(pointer, FT_Int(strike)) == 0 ? sizes[strike] : nil
  }
}

extension FreeTypeFace {
  /// The palette index of the text's colour (OpenType, table COLR).
  private static let textColor: UInt32 = 0xFFFF
  /// The maximum number of layers; further ones are left out. Emoji have tens.
  private static let maximumLayers = 1000

  /// Returns the layers of a colour glyph, from back to front (COLR version 0); `nil` if it has
  /// none.
  func layers(of key: GlyphKey) -> GlyphBitmap? {
    var bytes: [UInt8] = []
    var count = 0
    var iterator = FT_LayerIterator()
    var glyph: FT_UInt = 0
    var color: FT_UInt = 0
    let palette = palette(key.style.palette)
    while count < Self.maximumLayers,
      FT_Get_Color_Glyph_Layer(pointer, key.index, &glyph, &color, &iterator) != 0
    {
      // A colour outside the palette is drawn as nothing.
      let entry = palette.indices ~= Int(color) ? palette[Int(color)] : .clear
      let layer = GlyphLayer(glyph: glyph, color: color == Self.textColor ? nil : entry)
      bytes += layer.bytes
      count += 1
    }
    guard count > 0 else { return nil }
    return GlyphBitmap(
      content: .layers, left: 0, top: 0, width: Int32(count), height: 1, bytes: bytes)
  }

  /// Returns the colours of a palette, or of the first one if out of range.
  private func palette(_ index: Int) -> [Color] {
    var data = FT_Palette_Data()
    guard FT_Palette_Data_Get(pointer, &data) == 0, data.num_palettes > 0 else { return [] }
    let number = index < Int(data.num_palettes) ? index : 0
    var colors: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Select(pointer, FT_UShort(number), &colors) == 0, let colors else {
      return []
    }
    return UnsafeBufferPointer(start: colors, count: Int(data.num_palette_entries)).map {
      Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
    }
  }
}

extension FreeTypeFace {
  /// Returns the glyphs with paints of COLR version 1, read from the table without FreeType.
  static func paints(of face: FT_Face) -> Set<UInt32> {
    guard let table = FontTable("COLR", of: face), let version = table.number(at: 0, bytes: 2),
      version >= 1, let list = table.number(at: 14, bytes: 4), list > 0,
      let count = table.number(at: list, bytes: 4)
    else { return [] }
    return Set(table.records(at: list + 4, count: count, bytes: 6).map { UInt32($0[0]) })
  }

  /// Returns the glyphs with SVG drawings, which are not supported.
  static func drawings(of face: FT_Face) -> [ClosedRange<UInt32>] {
    guard let table = FontTable("SVG ", of: face), let list = table.number(at: 2, bytes: 4),
      list > 0, let count = table.number(at: list, bytes: 2)
    else { return [] }
    return table.records(at: list + 2, count: count, bytes: 12).compactMap { record in
      record[0] <= record[1] ? UInt32(record[0])...UInt32(record[1]) : nil
    }
  }
}

/// A table of an open face, read in parts.
private struct FontTable {
  private let face: FT_Face
  private let tag: FT_ULong
  private let length: Int

  /// The maximum number of bytes read of a list; there are at most 65,536 glyphs.
  private static let maximumListBytes = 1 << 20

  /// Finds a table by its tag; `nil` if the font does not have it.
  init?(_ tag: String, of face: FT_Face) {
    self.face = face
    self.tag = tag.utf8.reduce(0) { $0 << 8 | FT_ULong($1) }
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, self.tag, 0, nil, &length) == 0 else { return nil }
    self.length = Int(clamping: length)
  }

  /// Returns a big-endian number; `nil` if it lies beyond the end of the table.
  func number(at start: Int, bytes count: Int) -> Int? {
    bytes(at: start, count: count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the 16-bit numbers of records of a size, without records beyond the end of the table.
  func records(at start: Int, count: Int, bytes size: Int) -> [[UInt16]] {
    let room = min(max(0, length - start), Self.maximumListBytes)
    let count = min(count, room / size)
    guard let bytes = bytes(at: start, count: count * size) else { return [] }
    return stride(from: 0, to: bytes.count, by: size).map { record in
      stride(from: record, to: record + size, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
    }
  }

  private func bytes(at start: Int, count: Int) -> [UInt8]? {
    guard start >= 0, count > 0, start <= length - count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var length = FT_ULong(count)
    let error = FT_Load_Sfnt_Table(face, tag, FT_Long(start), &bytes, &length)
    return error == 0 ? bytes : nil
  }
}

/// Loads unhinted CFF outlines through HarfBuzz, which takes half the time of FreeType's
/// interpreter and gives the same points.
final class CubicOutlineLoader {
  private var reader = CubicOutlineReader()
  /// The points of the lent outline.
  private let points = UnsafeMutablePointer<FT_Vector>.allocate(
    capacity: CubicOutlineReader.maximumPoints)

  /// The number of glyphs whose points are compared before a face is trusted.
  private static let comparedGlyphs = 8

  /// Creates a loader for a face; `nil` unless the points certainly match FreeType's: for fonts
  /// without CFF, with axis values, or with a matrix of their own.
  init?(_ face: FontFace, _ pointer: FT_Face) {
    guard linecaster_ft_is_cff(pointer) != 0, face.coordinates.isEmpty else { return nil }
    let count = Int(pointer.pointee.num_glyphs)
    for index in 0..<Self.comparedGlyphs {
      guard agrees(UInt32(count * index / Self.comparedGlyphs), of: face, pointer) else {
        return nil
      }
    }
  }

  deinit { points.deallocate() }

  /// Calls `body` with the outline of a glyph, scaled by factors in 65,536ths of 64ths of a pixel;
  /// `nil` if it cannot be loaded.
  func withOutline<Result>(
    of glyph: UInt32, in face: FontFace, scale: (x: FT_Fixed, y: FT_Fixed),
    _ body: (inout FT_Outline) -> Result
  ) -> Result? {
    guard reader.read(glyph, of: face) else { return nil }
    let (units, count) = (reader.points, reader.pointCount)
    for index in 0..<count {
      let point = units[index]
      points[index] = FT_Vector(
        x: Self.product(FT_Pos(point.x), scale.x), y: Self.product(FT_Pos(point.y), scale.y))
    }
    return reader.kinds.withMemoryRebound(to: CChar.self, capacity: count) { tags in
      var outline = FT_Outline()
      outline.n_contours = .init(reader.contourCount)
      outline.n_points = .init(count)
      outline.points = points
      // The point kinds equal FreeType's `FT_CURVE_TAG_ON` and `FT_CURVE_TAG_CUBIC`.
      outline.tags = tags
      outline.contours = reader.contourEnds
      outline.flags = FT_OUTLINE_REVERSE_FILL
      return body(&outline)
    }
  }

  /// Returns a product in 65,536ths, rounded to the nearest and halves away from zero: `FT_MulFix`
  /// without a call.
  @inline(__always)
  private static func product(_ number: FT_Pos, _ factor: FT_Fixed) -> FT_Pos {
    let product = number &* factor
    return (product &+ 0x8000 &+ product &>> 63) &>> 16
  }

  /// Whether FreeType loads the same points, in font units.
  private func agrees(_ glyph: UInt32, of face: FontFace, _ pointer: FT_Face) -> Bool {
    guard FT_Load_Glyph(pointer, glyph, linecaster_ft_load_units) == 0,
      let slot = pointer.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return false }
    let expected = slot.pointee.outline
    return withOutline(of: glyph, in: face, scale: (0x10000, 0x10000)) { outline in
      outline.n_points == expected.n_points && outline.n_contours == expected.n_contours
        && (0..<Int(outline.n_points)).allSatisfy {
          outline.points[$0].x == expected.points[$0].x
            && outline.points[$0].y == expected.points[$0].y
            && outline.tags[$0] == expected.tags[$0] & 3
        }
        && (0..<Int(outline.n_contours)).allSatisfy {
          outline.contours[$0] == expected.contours[$0]
        }
    } ?? false
  }
}

/// The only owner of an `FT_Library`.
///
/// FreeType's rule: "a library and the faces made from it must not be used by two threads at once".
final class FreeTypeLibrary {
  let pointer: FT_Library
  /// The outlines that its faces loaded.
  var outlines = LoadedOutlines()
  /// The decompressor of its faces' images.
  let inflater = Inflater()

  /// Opens FreeType.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot start.
  init() throws(RasterError) {
    var library: FT_Library?
    let error = FT_Init_FreeType(&library)
    guard error == 0, let library else {
      throw RasterError(
        code: .unusableFace, source: "FreeType", reason: "it cannot be initialized: error \(error)")
    }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
