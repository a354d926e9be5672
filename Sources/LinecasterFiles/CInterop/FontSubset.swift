internal import CHarfBuzzSubset
import LinecasterBase
import LinecasterFonts

/// A subset of a font file for some glyphs, instantiated at the variations of a face.
struct FontSubset: Sendable {
  /// A font file, or a bare CFF table.
  let bytes: [UInt8]
  /// Whether the outlines are CFF.
  let isCFF: Bool
  /// The glyph indices in the subset, by those in the face.
  let numbers: [UInt32: UInt32]

  /// The purpose of a subset.
  enum Purpose {
    /// Glyphs that are drawn by index.
    case glyphs
    /// Text that is shaped again, with these scalars.
    case text(Set<UInt32>)
  }

  /// Whether a face can be subset: HarfBuzz 6 instantiates `glyf` outlines, but not `CFF2`.
  static func isPossible(for face: FontFace) -> Bool {
    withFace(face) { handle in
      let hasGlyf = hasTable("glyf", handle)
      return hasGlyf || (hasTable("CFF ", handle) && face.axes.isEmpty)
    }
  }

  /// Creates a subset; `nil` if HarfBuzz cannot subset the font.
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

  /// Calls `body` with a HarfBuzz face over the bytes of the font.
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

  /// Copies the bytes of a blob, and releases it.
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
