import CLinecaster
import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// Fonts from the bundle, from files and from memory, and the faces of glyph runs.
@Suite struct FontFunctionsTests {
  private static let file = FontFixtures.variable

  @Test func addsFontsInOrder() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.file)))
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    try succeed(lc_fonts_add_file(fonts.pointer, Self.file, Self.file.utf8.count))
    try succeed(lc_fonts_add_memory(fonts.pointer, bytes, bytes.count, "mine", 4))
    try succeed(lc_fonts_add_bundled(fonts.pointer, nil, 0))
    let bundled = try FontCollection.bundled().descriptions.map(\.family)
    let own = try FontFace(path: Self.file).family
    let names = try (0..<count { lc_fonts_count(fonts.pointer, $0) }).map { index in
      try string { lc_fonts_family(fonts.pointer, index, $0, $1, $2) }
    }
    #expect(names == [own, own] + bundled)
  }

  @Test func findsFontsInAFolder() throws {
    let bundled = try #require(try FontCollection.bundled().descriptions.first?.source)
    let folder = URL(fileURLWithPath: bundled).deletingLastPathComponent()
      .deletingLastPathComponent().path
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    try succeed(lc_fonts_add_bundled(fonts.pointer, folder, folder.utf8.count))
    #expect(try count { lc_fonts_count(fonts.pointer, $0) } > 20)
    let status = lc_fonts_add_bundled(fonts.pointer, "/dev/null", 9)
    #expect(status == LC_ERROR_FONT && String(cString: lc_error_message()).contains("/dev/null"))
  }

  @Test func handsFacesToRenderers() throws {
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    try succeed(lc_fonts_add_file(fonts.pointer, Self.file, Self.file.utf8.count))
    let typesetter = try Handle(lc_typesetter_destroy) { lc_typesetter_create(fonts.pointer, $0) }
    let layout = try Handle.text("l").prepared(with: typesetter).layout(width: 100)
    let face = try Handle(lc_face_destroy) { lc_layout_face(layout.pointer, 0, $0) }
    let own = try FontFace(path: Self.file)
    let info = try lc_face_info.filled { lc_face_read_info(face.pointer, $0) }
    let run = try lc_run.filled { lc_layout_run(layout.pointer, 0, $0) }
    #expect(info.face == run.face && info.index == 0)
    #expect(Int(info.units_per_em) == own.metrics.unitsPerEm)
    #expect(info.ascent == own.metrics.ascent && info.descent == own.metrics.descent)
    #expect(Int(info.glyph_count) == own.glyphCount && info.line_gap == own.metrics.lineGap)
    #expect(try string { lc_face_family(face.pointer, $0, $1, $2) } == own.family)
    // The optical size follows the text size.
    let shaped = Typesetter(fonts: try FontCollection(paths: [Self.file]))
      .prepare(Paragraph("l")).layout().glyphRuns[0].face
    var values = [lc_axis_value](repeating: lc_axis_value(), count: 9)
    let axes = try count { lc_face_axes(face.pointer, &values, 9, $0) }
    #expect(axes == own.axes.count && axes > 0)
    #expect(values.prefix(axes).map(\.value) == shaped.variations.map(\.value))
    #expect(values[0].tag.0 == CChar(own.axes[0].tag.name.utf8.first ?? 0))
    var bytes: UnsafeRawPointer?
    let length = try count { lc_face_bytes(face.pointer, &bytes, $0) }
    let data = Data(bytes: try #require(bytes), count: length)
    #expect(try data == Data(contentsOf: URL(fileURLWithPath: Self.file)))
  }

  @Test func typesettersKeepTheirFonts() throws {
    let typesetter = try Handle.typesetter()
    let layout = try Handle.text("words").prepared(with: typesetter).layout(width: 100)
    try succeed(lc_typesetter_release_memory(typesetter.pointer))
    #expect(try count { lc_layout_glyphs(layout.pointer, 0, nil, 0, $0) } == 5)
    let again = try Handle.text("words").prepared(with: typesetter).layout(width: 100)
    #expect(try count { lc_layout_glyphs(again.pointer, 0, nil, 0, $0) } == 5)
  }

  @Test func reportsUnusableFonts() throws {
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    var typesetter: OpaquePointer?
    #expect(lc_typesetter_create(fonts.pointer, &typesetter) == LC_ERROR_FONT)
    #expect(typesetter == nil)
    #expect(lc_fonts_add_file(fonts.pointer, "/dev/null", 9) == LC_ERROR_FONT)
    #expect(lc_fonts_add_file(fonts.pointer, "a\0b", 3) == LC_ERROR_ARGUMENT)
    #expect(lc_fonts_add_file(fonts.pointer, "", 0) == LC_ERROR_ARGUMENT)
    #expect(lc_fonts_add_file(fonts.pointer, "\u{FF}", 1) == LC_ERROR_UTF8)
    #expect(lc_fonts_add_memory(fonts.pointer, "no font", 7, "mine", 4) == LC_ERROR_FONT)
    #expect(String(cString: lc_error_message()).hasPrefix("mine: "))
    #expect(lc_fonts_add_memory(fonts.pointer, nil, 0, nil, 0) == LC_ERROR_FONT)
    #expect(lc_fonts_add_memory(fonts.pointer, nil, 7, nil, 0) == LC_ERROR_ARGUMENT)
    #expect(try count { lc_fonts_count(fonts.pointer, $0) } == 0)
    var length = 0
    #expect(lc_fonts_family(fonts.pointer, 0, nil, 0, &length) == LC_ERROR_RANGE)
  }
}
