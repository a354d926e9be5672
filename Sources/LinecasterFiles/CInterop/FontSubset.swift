internal import CHarfBuzzSubset
import LinecasterBase
import LinecasterFonts

/// The part of a font file that some glyphs need, at the place of a face on its axes.
struct FontSubset: Sendable {
  /// A font file, or the table of CFF alone.
  let bytes: [UInt8]
  /// Whether the outlines are of CFF.
  let isCFF: Bool
  /// The numbers that glyphs of the face have in the subset.
  let numbers: [UInt32: UInt32]

  /// What the subset is for.
  enum Purpose {
    /// Glyphs drawn by their numbers.
    case glyphs
    /// Text that is shaped again, of these scalars.
    case text(Set<UInt32>)
  }

  /// Whether outlines of a face can be subset: HarfBuzz 6 sets axes of `glyf`, not of `CFF2`.
  static func isPossible(for face: FontFace) -> Bool {
    withFace(face) { handle in
      let hasGlyf = hasTable("glyf", handle)
      return hasGlyf || (hasTable("CFF ", handle) && face.axes.isEmpty)
    }
  }

  /// Makes a subset; nil where the font does not let it be made.
  ///
  /// - Complexity: O(glyphs of the font + bytes of those that are kept).
  init?(_ face: FontFace, glyphs: Set<UInt32>, for purpose: Purpose) {
    let made = Self.withFace(face) { Self.subset($0, face, glyphs, purpose) }
    guard let made else { return nil }
    self = made
  }

  private init(bytes: [UInt8], isCFF: Bool, numbers: [UInt32: UInt32]) {
    (self.bytes, self.isCFF, self.numbers) = (bytes, isCFF, numbers)
  }

  /// Lends `body` a face of HarfBuzz, whose bytes are those of the font's own object.
  private static func withFace<Result>(
    _ face: FontFace, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    face.data.withBytes { bytes in
      let handle = linecaster_subset_face(
        bytes.baseAddress, UInt32(clamping: bytes.count), UInt32(clamping: face.index))
      defer { hb_face_destroy(handle) }
      return body(handle)
    }
  }

  private static func subset(
    _ handle: OpaquePointer?, _ face: FontFace, _ glyphs: Set<UInt32>, _ purpose: Purpose
  ) -> FontSubset? {
    var scalars: Set<UInt32>?
    if case .text(let all) = purpose { scalars = all }
    guard let input = linecaster_subset_input(scalars != nil) else { return nil }
    defer { hb_subset_input_destroy(input) }
    for glyph in glyphs { hb_set_add(hb_subset_input_glyph_set(input), glyph) }
    for scalar in scalars ?? [] { hb_set_add(hb_subset_input_unicode_set(input), scalar) }
    for variation in face.variations {
      let tag = variation.axis.rawValue
      guard hb_subset_input_pin_axis_location(input, handle, tag, Float(variation.value)) != 0
      else { return nil }
    }
    guard let plan = hb_subset_plan_create_or_fail(handle, input) else { return nil }
    defer { hb_subset_plan_destroy(plan) }
    guard let made = hb_subset_plan_execute_or_fail(plan) else { return nil }
    defer { hb_face_destroy(made) }
    let map = hb_subset_plan_old_to_new_glyph_mapping(plan)
    var numbers: [UInt32: UInt32] = [:]
    for glyph in glyphs {
      let number = hb_map_get(map, glyph)
      if number != linecaster_subset_no_glyph() { numbers[glyph] = number }
    }
    let isCFF = !hasTable("glyf", made)
    let needsFile = scalars != nil || !isCFF
    let bytes = bytes(
      of: needsFile
        ? hb_face_reference_blob(made) : hb_face_reference_table(made, FontTag("CFF ").rawValue))
    return bytes.isEmpty ? nil : FontSubset(bytes: bytes, isCFF: isCFF, numbers: numbers)
  }

  /// The bytes of a blob, which is given back.
  private static func bytes(of blob: OpaquePointer?) -> [UInt8] {
    defer { hb_blob_destroy(blob) }
    var count: UInt32 = 0
    guard let bytes = hb_blob_get_data(blob, &count) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  private static func hasTable(_ tag: FontTag, _ face: OpaquePointer?) -> Bool {
    let table = hb_face_reference_table(face, tag.rawValue)
    defer { hb_blob_destroy(table) }
    return hb_blob_get_length(table) > 0
  }
}
