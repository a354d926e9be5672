internal import CFreeType
import LinecasterBase
import LinecasterFonts

/// Draws single glyphs with FreeType.
///
/// One thread at a time: take one from an `ExclusivePool`.
final class GlyphRasterizer {
  /// Faces kept open; enough for the fallback fonts of a feed. Opening one takes microseconds.
  static let maximumFaces = 64

  /// What could not be drawn as the fonts have it, since somebody last took the faults away.
  private(set) var faults: Set<RasterError> = []

  private let library: FreeTypeLibrary
  private var faces: [UInt32: FreeTypeFace] = [:]
  private var useCount = 0

  init() throws(RasterError) {
    library = try FreeTypeLibrary()
  }

  /// Draws a glyph; one that the font cannot draw is empty.
  ///
  /// - Parameters:
  ///   - key: What to draw.
  ///   - face: The face of the key.
  ///   - region: The pixels wanted, counted from the glyph's origin, y down; nil for all of them,
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
  ///   - key: What to draw; the size is that of the field, and its place and hinting mean nothing.
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

  /// The image or the layers of a glyph; nil where it has neither. Colours of a kind that is not
  /// drawn are put down as faults.
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
      faults.insert(Self.unsupported("drawings (SVG)", opened.face))
    }
    return nil
  }

  /// What a glyph's paints draw; nil where they are broken, which is put down as a fault.
  private func painted(
    _ key: GlyphKey, of opened: FreeTypeFace, in region: PixelRect?
  ) -> GlyphBitmap? {
    let glyph: ColorGlyph?
    do throws(FontError) {
      glyph = try opened.face.colorGlyph(of: key.index, palette: key.style.palette)
    } catch {
      faults.insert(Self.unsupported("broken paints (COLR version 1)", opened.face))
      return nil
    }
    guard let glyph else { return nil }
    do throws(PaintFault) {
      return try opened.painted(glyph, of: key, in: region)
    } catch {
      faults.insert(Self.unsupported("paints (COLR version 1) \(error.reason)", opened.face))
      return nil
    }
  }

  /// The image of a glyph, or what its paints or its layers draw; nil where it has no colours.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot open the face.
  func image(of key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap? {
    let opened = try open(face)
    guard let colored = colored(key, of: opened, in: nil) else { return nil }
    return colored.content == .layers ? painted(key, of: opened, in: nil) : colored
  }

  /// The faults, which are forgotten here.
  func takeFaults() -> Set<RasterError> {
    defer { faults = [] }
    return faults
  }

  private static func unsupported(_ kind: String, _ face: FontFace) -> RasterError {
    RasterError(
      code: .unsupportedColors, source: face.data.source,
      reason: "glyphs of face \(face.index) are \(kind); "
        + "their outlines are drawn without colours")
  }

  /// The face opened by this rasterizer, at the cost of closing the one least recently used.
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

/// The only owner of an `FT_Face`: one face, opened over the bytes that its `FontFace` keeps.
final class FreeTypeFace {
  // Kept alive until the face is closed: FreeType reads the font's bytes and the library's memory.
  let face: FontFace
  let library: FreeTypeLibrary

  let pointer: FT_Face
  /// The same face for its outlines; FreeType has none of a font with a table sbix, unless it is
  /// opened without that.
  let outlines: FT_Face

  /// The number of the last use, for dropping the face least recently used.
  var lastUse = 0

  /// The em the outlines are scaled to, in 64ths of a pixel, or 0.
  private(set) var outlineSize: UInt32 = 0
  /// Outlines at this and at other sizes.
  var loaded = LoadedOutlines()

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
        reason: "FreeType does not open face \(face.index): error \(error)")
    }
    pointer = opened
    outlines = Self.outlines(of: face, opened, library)
    hasColors = linecaster_ft_has_color(opened) != 0
    paints = Self.paints(of: opened)
    drawings = Self.drawings(of: opened)
    place(at: face.coordinates)
  }

  /// Moves the outlines to a place on the axes.
  ///
  /// A place that FreeType refuses leaves the font's own outlines, as in a font whose tables of
  /// variations are broken.
  private func place(at coordinates: [Int32]) {
    guard !coordinates.isEmpty else { return }
    var values = coordinates.map { FT_Fixed($0) }
    _ = FT_Set_Var_Design_Coordinates(outlines, FT_UInt(values.count), &values)
  }

  /// The face opened without its table sbix where it has one, else the face itself.
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

  /// FreeType's tag for opening a font as if it had no table sbix; a macro that Swift does not see.
  private static let ignoreSbix: FT_ULong = 0x6973_6278

  /// Whether the font has coloured glyphs of any kind that FreeType knows.
  let hasColors: Bool

  /// Glyphs that have paints of COLR version 1.
  let paints: Set<UInt32>

  /// Glyphs that are drawings in SVG.
  let drawings: [ClosedRange<UInt32>]

  /// What loads unhinted outlines of CFF; nil for other fonts.
  lazy var cubics = CubicOutlineLoader(face, outlines)

  /// What is to be added to outlines.
  var synthesis: FontSynthesis { face.synthesis }

  deinit {
    if outlines != pointer { FT_Done_Face(outlines) }
    FT_Done_Face(pointer)
  }

  /// Whether the font has outlines, and not only images.
  var isScalable: Bool { linecaster_ft_is_scalable(outlines) != 0 }

  /// Scales outlines to an em in 64ths of a pixel; false where FreeType refuses.
  func setOutlineSize(_ size: UInt32) -> Bool {
    if size == outlineSize { return true }
    let isSet = FT_Set_Char_Size(outlines, 0, FT_F26Dot6(size), 0, 0) == 0
    outlineSize = isSet ? size : 0
    return isSet
  }

  /// Selects the smallest set of images of at least `size`, else the largest one, and returns
  /// its pixels an em; nil where the font has none.
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
  /// The colour number that stands for the colour of the text (OpenType, table COLR).
  private static let textColor: UInt32 = 0xFFFF
  /// More layers than this are left out; emoji have tens.
  private static let maximumLayers = 1000

  /// The layers of a coloured glyph, from back to front (COLR version 0); nil where it has none.
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
      // A colour that the palette does not have is drawn as nothing.
      let entry = palette.indices ~= Int(color) ? palette[Int(color)] : .clear
      let layer = GlyphLayer(glyph: glyph, color: color == Self.textColor ? nil : entry)
      bytes += layer.bytes
      count += 1
    }
    guard count > 0 else { return nil }
    return GlyphBitmap(
      content: .layers, left: 0, top: 0, width: Int32(count), height: 1, bytes: bytes)
  }

  /// The colours of a palette, or of the first where there is no such one.
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
  /// The glyphs that have paints of COLR version 1; from the table itself, which is read without
  /// FreeType.
  static func paints(of face: FT_Face) -> Set<UInt32> {
    guard let table = FontTable("COLR", of: face), let version = table.number(at: 0, bytes: 2),
      version >= 1, let list = table.number(at: 14, bytes: 4), list > 0,
      let count = table.number(at: list, bytes: 4)
    else { return [] }
    return Set(table.records(at: list + 4, count: count, bytes: 6).map { UInt32($0[0]) })
  }

  /// The glyphs that are drawings in SVG, which are not drawn.
  static func drawings(of face: FT_Face) -> [ClosedRange<UInt32>] {
    guard let table = FontTable("SVG ", of: face), let list = table.number(at: 2, bytes: 4),
      list > 0, let count = table.number(at: list, bytes: 2)
    else { return [] }
    return table.records(at: list + 2, count: count, bytes: 12).compactMap { record in
      record[0] <= record[1] ? UInt32(record[0])...UInt32(record[1]) : nil
    }
  }
}

/// A table of an open face, of which parts are read.
private struct FontTable {
  private let face: FT_Face
  private let tag: FT_ULong
  private let length: Int

  /// The most bytes of a list that is read; there are no more than 65,536 glyphs.
  private static let maximumListBytes = 1 << 20

  /// Finds a table by its four letters; nil where the font has no such one.
  init?(_ tag: String, of face: FT_Face) {
    self.face = face
    self.tag = tag.utf8.reduce(0) { $0 << 8 | FT_ULong($1) }
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, self.tag, 0, nil, &length) == 0 else { return nil }
    self.length = Int(clamping: length)
  }

  /// A number, the most significant byte first; nil where the table ends before it does.
  func number(at start: Int, bytes count: Int) -> Int? {
    bytes(at: start, count: count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The numbers of 16 bits in records of a size; none that the table ends before.
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

/// Loads unhinted outlines of CFF through HarfBuzz, which takes half the time that FreeType's
/// interpreter takes and gives the same points.
final class CubicOutlineLoader {
  private var reader = CubicOutlineReader()
  /// The points of the outline that is lent.
  private let points = UnsafeMutablePointer<FT_Vector>.allocate(
    capacity: CubicOutlineReader.maximumPoints)

  /// Glyphs whose points are compared before a face is trusted.
  private static let comparedGlyphs = 8

  /// Makes a loader for a face; nil where the points are not those of FreeType for certain: fonts
  /// without CFF, at a place on axes, or with a matrix of their own.
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

  /// Lends `body` the outline of a glyph, scaled by factors in 65,536ths of 64ths of a pixel; nil
  /// where it cannot be loaded.
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
      // The kinds of points are what FreeType calls `FT_CURVE_TAG_ON` and `FT_CURVE_TAG_CUBIC`.
      outline.tags = tags
      outline.contours = reader.contourEnds
      outline.flags = FT_OUTLINE_REVERSE_FILL
      return body(&outline)
    }
  }

  /// A product in 65,536ths, rounded to the nearest and halves away from zero: `FT_MulFix` without
  /// a call.
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

  /// Opens FreeType.
  ///
  /// - Throws: `RasterError` with code `unusableFace` if FreeType cannot start.
  init() throws(RasterError) {
    var library: FT_Library?
    let error = FT_Init_FreeType(&library)
    guard error == 0, let library else {
      throw RasterError(
        code: .unusableFace, source: "FreeType", reason: "it does not start: error \(error)")
    }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
