import CLinecaster
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCSupport
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Testing

/// Draw data through the C interface equals that of the Swift builder.
@Suite struct DrawFunctionsTests {
  private static let scene = #"""
    {"width": 120, "background": "#ffeecc", "body": {"padding": 8, "Column": [
      {"Text": "Grüße, العربية"},
      {"Box": {"color": "#4361EE", "size": {"width": 40, "height": 30}, "cornerRadius": 9},
        "opacity": 0.5},
      {"Box": {"color": "#A00", "size": {"width": 40, "height": 30}, "cornerRadius": 9}}]}}
    """#

  private let painter: Handle
  private let scene: Handle
  private let draw: Handle

  init() throws {
    let painter = try Handle.painter()
    self.painter = painter
    var options = lc_picture_options.sized
    options.scale = 2
    let json = Self.scene
    scene = try Handle(lc_scene_destroy) {
      lc_scene_create(painter.pointer, json, json.utf8.count, &options, $0)
    }
    var drawOptions = lc_draw_options.sized
    drawOptions.scale = 2
    draw = try Handle(lc_draw_destroy) { lc_draw_create(painter.pointer, &drawOptions, $0) }
  }

  private func frame(
    x: Double = 0, _ add: (OpaquePointer?) throws -> Void = { _ in }
  ) throws -> lc_draw_frame {
    try succeed(lc_draw_begin(draw.pointer, 400, 300))
    try succeed(lc_draw_add_scene(draw.pointer, scene.pointer, x, 0))
    try add(draw.pointer)
    return try lc_draw_frame.filled { lc_draw_end(draw.pointer, $0) }
  }

  @Test func framesAreThoseOfTheBuilder() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/dev/null")
    var request = PictureRequest(try SceneSource(json: Array(Self.scene.utf8)))
    request.options.scale = 2
    let page = try painter.arrange(painter.read(request)).page
    var list = DisplayList(size: page.size)
    let whole = DisplayShape(Rect(x: 0, y: 0, width: 122, height: page.size.height + 2))
    list.append(.fill(whole, .color(Color(rgb: 0xFFEECC))))
    for command in page.commands { list.append(command) }
    var builder = DrawDataBuilder(scale: PixelScale(2), rasterizer: painter.rasterizer)
    builder.beginFrame(viewport: PixelRect(x: 0, y: 0, width: 400, height: 300))
    try builder.append(list, at: Point(x: 3, y: 0))
    _ = builder.endFrame()

    let frame = try frame(x: 3)
    let data = builder.data
    #expect(frame.changed == 1 && frame.vertex_count == data.vertices.count)
    func isEqual<Element>(_ start: UnsafeRawPointer?, _ elements: [Element]) -> Bool {
      elements.withUnsafeBytes { bytes in
        UnsafeRawBufferPointer(start: start, count: bytes.count).elementsEqual(bytes)
      }
    }
    #expect(isEqual(frame.vertices, data.vertices) && isEqual(frame.indices, data.indices))
    #expect(isEqual(frame.commands, data.commands) && isEqual(frame.parameters, data.parameters))
    #expect(frame.index_count == data.indices.count)
    #expect(frame.command_count == data.commands.count && frame.command_count > 1)
    #expect(frame.parameter_columns == 256 && frame.parameter_rows == 1)
    var index = 0
    builder.forEachUpload { upload, bytes in
      guard let found = frame.uploads?[index], found.bytes != nil else { return }
      #expect(found.texture == upload.texture && Int(found.width) == upload.width)
      #expect(Int(found.x) == upload.rect.left && Int(found.y) == upload.rect.top)
      let columns = upload.rect.width * upload.texelBytes
      for row in 0..<upload.rect.height {
        let mine = UnsafeRawBufferPointer(start: found.bytes + row * columns, count: columns)
        #expect(mine.elementsEqual(bytes[row * upload.rowBytes..<row * upload.rowBytes + columns]))
      }
      index += 1
    }
    #expect(index == frame.upload_count && index >= 2)
  }

  @Test func equalFramesKeepTheirMemory() throws {
    let first = try frame()
    let second = try frame()
    #expect(second.changed == 0 && second.upload_count == 0)
    #expect(second.vertices == first.vertices && second.vertex_count == first.vertex_count)
    let third = try frame(x: 5)
    #expect(third.changed == 1 && third.upload_count == 0)
    #expect(third.vertices == first.vertices && third.parameters == first.parameters)
    try succeed(lc_draw_lose_textures(draw.pointer))
    #expect(try frame(x: 5).upload_count == first.upload_count)
  }

  @Test func layoutsAreDrawnAtTheirPlace() throws {
    let layout = try Handle.text("Words").prepared(with: Handle.typesetter()).layout(width: 100)
    let alone = try frame().vertex_count
    let both = try frame { draw in
      try succeed(lc_draw_add_layout(draw, layout.pointer, 20, 40))
    }
    #expect(both.vertex_count == alone + 5 * 4)
    let first = try #require(both.vertices)[alone]
    #expect(38...46 ~= first.x && 80...96 ~= first.y)
  }

  @Test func wrongCallsAreErrors() throws {
    #expect(lc_draw_begin(draw.pointer, .max, 1) == LC_ERROR_ARGUMENT)
    #expect(lc_draw_add_scene(draw.pointer, scene.pointer, .nan, 0) == LC_ERROR_ARGUMENT)
    #expect(lc_draw_add_scene(draw.pointer, painter.pointer, 0, 0) == LC_ERROR_HANDLE)
    #expect(lc_draw_end(draw.pointer, nil) == LC_ERROR_ARGUMENT)
    let other = try Handle.painter()
    let foreign = try Handle(lc_draw_destroy) { lc_draw_create(other.pointer, nil, $0) }
    #expect(lc_draw_add_scene(foreign.pointer, scene.pointer, 0, 0) == LC_ERROR_ARGUMENT)
    #expect(String(cString: lc_error_message()) == "the scene belongs to another painter")
  }

  @Test func shadersHaveTheirHeaders() throws {
    for (language, header) in [(0, DrawShader.desktopHeader), (1, DrawShader.embeddedHeader)] {
      for (stage, body) in [(0, DrawShader.vertex), (1, DrawShader.fragment)] {
        let source = String(cString: lc_draw_shader(UInt32(stage), UInt32(language)))
        #expect(source == header + body)
      }
    }
    #expect(lc_draw_shader(2, 0)?.pointee == 0 && lc_draw_shader(0, 2)?.pointee == 0)
  }
}
