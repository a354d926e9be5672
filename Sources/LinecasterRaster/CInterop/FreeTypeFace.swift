internal import CFreeType
import LinecasterFonts

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
  private var outlineSize: UInt32 = 0

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

  /// Glyphs that are paints of COLR version 1.
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
