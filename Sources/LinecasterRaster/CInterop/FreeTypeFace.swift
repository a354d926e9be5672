internal import CFreeType
import LinecasterFonts

/// The only owner of an `FT_Face`: one face, opened over the bytes that its `FontFace` keeps.
final class FreeTypeFace {
  // Kept alive until the face is closed: FreeType reads the font's bytes and the library's memory.
  private let face: FontFace
  let library: FreeTypeLibrary

  let pointer: FT_Face

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
    hasColors = linecaster_ft_has_color(opened) != 0
    paints = Self.paints(of: opened)
    place(at: face.coordinates)
  }

  /// Moves the outlines to a place on the axes.
  ///
  /// A place that FreeType refuses leaves the font's own outlines, as in a font whose tables of
  /// variations are broken.
  private func place(at coordinates: [Int32]) {
    guard !coordinates.isEmpty else { return }
    var values = coordinates.map { FT_Fixed($0) }
    _ = FT_Set_Var_Design_Coordinates(pointer, FT_UInt(values.count), &values)
  }

  /// Whether the font has coloured glyphs of any kind that FreeType knows.
  let hasColors: Bool

  /// Glyphs that are paints of COLR version 1.
  let paints: Set<UInt32>

  /// What is to be added to outlines.
  var synthesis: FontSynthesis { face.synthesis }

  deinit { FT_Done_Face(pointer) }

  /// Whether the font has outlines, and not only pictures.
  var isScalable: Bool { linecaster_ft_is_scalable(pointer) != 0 }

  /// Scales outlines to an em in 64ths of a pixel; false where FreeType refuses.
  func setOutlineSize(_ size: UInt32) -> Bool {
    if size == outlineSize { return true }
    let isSet = FT_Set_Char_Size(pointer, 0, FT_F26Dot6(size), 0, 0) == 0
    outlineSize = isSet ? size : 0
    return isSet
  }

  /// Selects the smallest set of pictures of at least `size`, else the largest one, and returns
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
