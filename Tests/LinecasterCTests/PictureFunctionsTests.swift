import CLinecaster
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCSupport
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Testing

/// Pictures through the C interface have the bytes of those of the Swift API.
@Suite struct PictureFunctionsTests {
  private static let scene = #"""
    {"width": 120, "background": "#ffffff80", "body": {"padding": 8, "Column": [
      {"Text": "Grüße, العربية"},
      {"Text": {"string": "second", "style": {"size": 20, "color": "#a00"}}}]}}
    """#
  private static let template = #"{"width": 90, "body": {"Text": "Hello {{name}}"}}"#

  private let painter: PicturePainter
  private let handle: Handle

  init() throws {
    painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/dev/null")
    handle = try Handle.painter()
  }

  private struct Drawn {
    let info: lc_picture_info
    let bytes: [UInt8]
    let warnings: [String]
    let missing: [UInt32]
  }

  /// Reads a picture that a call draws.
  private func drawn(
    _ draw: (UnsafeMutablePointer<OpaquePointer?>) -> lc_status
  ) throws -> Drawn {
    let picture = try Handle(lc_picture_destroy, draw)
    let info = try lc_picture_info.filled { lc_picture_read_info(picture.pointer, $0) }
    var start: UnsafeRawPointer?
    let length = try count { lc_picture_bytes(picture.pointer, &start, $0) }
    #expect(length == info.byte_count)
    let warnings = try (0..<info.warning_count).map { index in
      try string { lc_picture_warning(picture.pointer, index, $0, $1, $2) }
    }
    var missing = [UInt32](repeating: 0, count: info.missing_count)
    _ = try count { lc_picture_missing(picture.pointer, &missing, missing.count, $0) }
    return Drawn(
      info: info, bytes: [UInt8](UnsafeRawBufferPointer(start: start, count: length)),
      warnings: warnings, missing: missing)
  }

  private func draw(_ json: String, _ options: lc_picture_options? = nil) throws -> Drawn {
    try drawn { place in
      guard var options else {
        return lc_picture_draw(handle.pointer, json, json.utf8.count, nil, place)
      }
      return lc_picture_draw(handle.pointer, json, json.utf8.count, &options, place)
    }
  }

  private func options(_ format: lc_format, _ change: (inout lc_picture_options) -> Void = { _ in })
    -> lc_picture_options
  {
    var options = lc_picture_options.sized
    options.format = format.rawValue
    change(&options)
    return options
  }

  @Test(
    arguments: zip(
      [LC_FORMAT_PNG, LC_FORMAT_JPEG, LC_FORMAT_WEBP, LC_FORMAT_PDF, LC_FORMAT_SVG],
      [PictureFormat.png, .jpeg, .webP, .pdf, .svg]))
  func filesAreThoseOfSwift(format: lc_format, expected: PictureFormat) throws {
    try #require(expected.isBuiltIn)
    var request = PictureRequest(try SceneSource(json: Array(Self.scene.utf8)))
    request.options.encoding = PictureEncoding(expected)
    (request.options.scale, request.options.textScale) = (2, 1.5)
    request.options.theme = .dark
    let picture = try painter.picture(of: request)
    let found = try draw(
      Self.scene,
      options(format) {
        ($0.scale, $0.text_scale, $0.theme) = (2, 1.5, LC_THEME_DARK.rawValue)
      })
    #expect(found.bytes == picture.bytes && found.info.format == format.rawValue)
    #expect(found.info.width == picture.width && found.info.height == picture.height)
    #expect(found.info.row_bytes == 0 && found.warnings.isEmpty)
  }

  @Test func pixelsAreThoseOfThePicture() throws {
    let request = PictureRequest(try SceneSource(json: Array(Self.scene.utf8)))
    let arranged = try painter.arrange(try painter.read(request))
    let bitmap = try painter.draw(arranged).picture.bitmap()
    let found = try draw(Self.scene)
    #expect(found.bytes == bitmap.pixels && found.info.row_bytes == bitmap.width * 4)
    #expect(found.info.width == bitmap.width && found.info.height == bitmap.height)
    #expect(found.info.format == LC_FORMAT_RGBA.rawValue)
    let other = try draw(Self.scene, options(LC_FORMAT_BGRA))
    #expect(other.bytes == bitmap.bytes(in: .bgra))
  }

  @Test func requestsHaveTheirOwnOptions() throws {
    let request = #"{"scene": \#(Self.scene), "scale": 3, "format": "jpeg", "quality": 50}"#
    let picture = try painter.picture(of: try PictureRequest(json: Array(request.utf8)))
    let found = try draw(request, options(LC_FORMAT_PNG))
    #expect(found.bytes == picture.bytes && found.info.format == LC_FORMAT_JPEG.rawValue)
    // Raw pixels are not encoded.
    let pixels = try draw(request)
    #expect(pixels.info.format == LC_FORMAT_RGBA.rawValue)
    #expect(pixels.bytes.count == picture.width * picture.height * 4)
  }

  @Test func insertsDataIntoTemplates() throws {
    let data = #"{"name": "Ada"}"#
    let source = try SceneSource(
      try SceneTemplate(json: Self.template), data: Array(data.utf8))
    let picture = try painter.picture(of: PictureRequest(source))
    var options = options(LC_FORMAT_PNG)
    let found = try drawn {
      lc_picture_draw_template(
        handle.pointer, Self.template, Self.template.utf8.count, data, data.utf8.count, &options,
        $0)
    }
    #expect(found.bytes == picture.bytes)
    #expect(throws: CallFailure.self) {
      try drawn {
        lc_picture_draw_template(
          handle.pointer, Self.template, Self.template.utf8.count, "[]", 2, &options, $0)
      }
    }
    #expect(String(cString: lc_error_message()).hasPrefix("data:1:1"))
  }

  @Test func drawsMarkdown() throws {
    let text = "# Title\n\nSome *words* with `code`\nand a line."
    let source = PictureSource.markup(text, lineBreaks: .kept, size: 20)
    var picture = PictureOptions()
    picture.width = 200
    let read = try painter.read(
      source, options: picture, named: "text", by: Deadline(painter.budget), lineLimit: 0)
    let expected = try painter.encode(try painter.draw(try painter.arrange(read)))
    var options = options(LC_FORMAT_PNG) {
      ($0.width, $0.text_size, $0.flags) = (200, 20, UInt32(LC_PICTURE_KEEPS_LINES))
    }
    let found = try drawn {
      lc_picture_draw_markdown(handle.pointer, text, text.utf8.count, &options, $0)
    }
    #expect(found.bytes == expected.bytes && found.info.width == 200)
  }

  @Test func reportsFaultsAndWarnings() throws {
    let missing = #"{"body": {"Image": {"image": "missing.png"}}}"#
    let found = try draw(missing)
    #expect(found.warnings.count == 1 && found.warnings[0].contains("missing.png"))
    let strict = options(LC_FORMAT_RGBA) { $0.flags = UInt32(LC_PICTURE_STRICT) }
    let failure = #expect(throws: CallFailure.self) { try draw(missing, strict) }
    #expect(failure?.status == LC_ERROR_SCENE)
    let typo = #expect(throws: CallFailure.self) { try draw(#"{"body": {"Txt": "a"}}"#) }
    #expect(typo?.status == LC_ERROR_SCENE && typo?.message.hasPrefix("scene:1:11: ") == true)
    let unknown = try draw("{\"body\": {\"Text\": \"\u{10FFFD}\"}}")
    #expect(unknown.info.missing_count == 1 && unknown.missing == [0x10FFFD])
  }

  @Test func keepsTheBudget() throws {
    var budget = lc_budget()
    budget.picture_pixels = 1000
    try expectExcess(of: budget, "1000")
    budget = lc_budget()
    budget.bytes = 5000
    try expectExcess(of: budget, "bytes")
    budget = lc_budget()
    budget.nodes = 1
    try expectExcess(of: budget, "nodes")
    budget = lc_budget()
    budget.seconds = 1e-9
    try expectExcess(of: budget, "milliseconds")
  }

  private func expectExcess(of budget: lc_budget, _ word: String) throws {
    let painter = try Handle.painter(budget: budget)
    var picture: OpaquePointer?
    let status = lc_picture_draw(
      painter.pointer, Self.scene, Self.scene.utf8.count, nil, &picture)
    #expect(status == LC_ERROR_BUDGET && picture == nil)
    #expect(String(cString: lc_error_message()).contains(word))
  }

  @Test func refusesFormatsThatAreNotBuiltIn() throws {
    guard PictureFormat.avif.isBuiltIn else {
      let failure = #expect(throws: CallFailure.self) {
        try draw(Self.scene, options(LC_FORMAT_AVIF))
      }
      #expect(failure?.status == LC_ERROR_UNSUPPORTED)
      return
    }
    #expect(try draw(Self.scene, options(LC_FORMAT_AVIF)).info.byte_count > 0)
  }

  @Test func releasesMemory() throws {
    let before = try draw(Self.scene)
    try succeed(lc_painter_release_memory(handle.pointer, 0))
    try succeed(lc_painter_release_memory(handle.pointer, -1))
    #expect(try draw(Self.scene).bytes == before.bytes)
  }
}
