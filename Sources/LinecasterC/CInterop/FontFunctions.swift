// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Synchronization

/// A list of fonts to which the caller adds.
final class FontList: HandleObject {
  static let handleName: StaticString = "lc_fonts"

  private let list = Mutex<[FontEntry]>([])

  var entries: [FontEntry] { list.withLock { $0 } }

  func append(_ entries: [FontEntry]) { list.withLock { $0 += entries } }

  /// The collection of the fonts so far.
  func collection() throws(FontError) -> FontCollection { try FontCollection(entries: entries) }
}

extension Typesetter: HandleObject {
  static let handleName: StaticString = "lc_typesetter"
}

extension FontFace: HandleObject {
  static let handleName: StaticString = "lc_face"
}

@c @implementation
package func lc_fonts_create(_ fonts: UnsafeMutablePointer<OpaquePointer?>?) -> lc_status {
  create(fonts) { FontList() }
}

@c @implementation
package func lc_fonts_add_bundled(
  _ fonts: OpaquePointer?, _ folder: UnsafePointer<CChar>?, _ folderLength: Int
) -> lc_status {
  with(fonts, FontList.self) { list in
    let bundled =
      folder == nil && folderLength == 0
      ? try FontCollection.bundled()
      : try FontCollection.bundled(in: path(folder, folderLength, "the folder"))
    list.append(bundled.entries)
  }
}

@c @implementation
package func lc_fonts_add_file(
  _ fonts: OpaquePointer?, _ file: UnsafePointer<CChar>?, _ pathLength: Int
) -> lc_status {
  with(fonts, FontList.self) { list in
    let faces = try FontFace.all(path: path(file, pathLength, "the path"))
    list.append(faces.map { FontEntry($0) })
  }
}

@c @implementation
package func lc_fonts_add_memory(
  _ fonts: OpaquePointer?, _ start: UnsafeRawPointer?, _ count: Int,
  _ name: UnsafePointer<CChar>?, _ nameLength: Int
) -> lc_status {
  with(fonts, FontList.self) { list in
    let data = FontData(
      [UInt8](try bytes(start, count, "the font")), name: try text(name, nameLength, "the name"))
    list.append(try FontFace.all(data: data).map { FontEntry($0) })
  }
}

@c @implementation
package func lc_fonts_count(
  _ fonts: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(fonts, FontList.self) { list in
    try required(count, "the place for the count").pointee = list.entries.count
  }
}

@c @implementation
package func lc_fonts_family(
  _ fonts: OpaquePointer?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(fonts, FontList.self) { list in
    let entry = try element(index, of: list.entries, "faces")
    try copy(entry.description.family, to: buffer, capacity, length)
  }
}

@c @implementation
package func lc_fonts_destroy(_ fonts: OpaquePointer?) -> lc_status {
  destroy(fonts, FontList.self)
}

@c @implementation
package func lc_typesetter_create(
  _ fonts: OpaquePointer?, _ typesetter: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(typesetter) {
    Typesetter(fonts: try HandleTable.shared.object(fonts, FontList.self).collection())
  }
}

@c @implementation
package func lc_typesetter_release_memory(_ typesetter: OpaquePointer?) -> lc_status {
  with(typesetter, Typesetter.self) { typesetter in
    typesetter.removeAll()
    typesetter.fonts.closeFiles()
  }
}

@c @implementation
package func lc_typesetter_destroy(_ typesetter: OpaquePointer?) -> lc_status {
  destroy(typesetter, Typesetter.self)
}

@c @implementation
package func lc_face_read_info(
  _ face: OpaquePointer?, _ info: UnsafeMutablePointer<lc_face_info>?
) -> lc_status {
  with(face, FontFace.self) { face in
    let metrics = face.metrics
    try lc_face_info(
      struct_size: 0, face: face.identifier, index: UInt32(clamping: face.index),
      units_per_em: UInt32(clamping: metrics.unitsPerEm),
      glyph_count: UInt32(clamping: face.glyphCount), ascent: metrics.ascent,
      descent: metrics.descent, line_gap: metrics.lineGap
    ).write(to: info)
  }
}

@c @implementation
package func lc_face_family(
  _ face: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(face, FontFace.self) { try copy($0.family, to: buffer, capacity, length) }
}

@c @implementation
package func lc_face_axes(
  _ face: OpaquePointer?, _ values: UnsafeMutablePointer<lc_axis_value>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(face, FontFace.self) { face in
    let count = try required(count, "the place for the count")
    let target = try elements(values, capacity, "the values")
    let variations = face.variations
    count.pointee = variations.count
    copy(variations.lazy.map(lc_axis_value.init), to: target)
  }
}

@c @implementation
package func lc_face_bytes(
  _ face: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(face, FontFace.self) { face in
    let bytes = try required(bytes, "the place for the bytes")
    let count = try required(count, "the place for the count")
    // The handle retains the face, and the face its bytes.
    (bytes.pointee, count.pointee) = face.data.withBytes { ($0.baseAddress, $0.count) }
  }
}

@c @implementation
package func lc_face_destroy(_ face: OpaquePointer?) -> lc_status {
  destroy(face, FontFace.self)
}

extension lc_axis_value {
  fileprivate init(_ variation: FontVariation) {
    let tag = variation.axis.rawValue
    let letter = { (shift: UInt32) in CChar(truncatingIfNeeded: tag >> shift) }
    self.init(
      tag: (letter(24), letter(16), letter(8), letter(0)), reserved: 0, value: variation.value)
  }
}

/// Returns an element, whose index may be out of range.
func element<Element>(
  _ index: Int, of elements: [Element], _ name: StaticString
) throws(CallError) -> Element {
  guard elements.indices.contains(index) else {
    throw CallError(LC_ERROR_RANGE, "there are \(elements.count) \(name), no index \(index)")
  }
  return elements[index]
}
