import CLinecaster
import Foundation
import LinecasterBase
import LinecasterCSupport
import LinecasterDisplay
import LinecasterWitness
import Synchronization
import Testing

@testable import LinecasterRaster

/// Handles for another thread. Safe: handles are numbers.
private struct Passed: @unchecked Sendable {
  let pointers: [OpaquePointer?]

  init(_ pointers: [OpaquePointer?]) { self.pointers = pointers }
}

/// Lists as draw data: the pixels are those of `lc_list_draw`, and only changes cost anything.
@Suite(.timeLimit(.minutes(60))) struct DrawnListTests {
  private static let drawn = LC_LIST_STILL | LC_LIST_DRAW_DATA
  /// A row that the shader cannot draw alone.
  private static let faint = #"""
    {"body": {"padding": 6, "Row": [{"Text": "Faint"},
      {"Box": {"color": "#4361EE", "size": {"width": 40, "height": 30}, "cornerRadius": 9},
        "opacity": 0.5}]}}
    """#

  private let painter: Handle

  init() throws { painter = try Handle.painter() }

  private func drawing(scale: Double = 1) throws -> Handle {
    var options = lc_draw_options.sized
    options.scale = scale
    return try Handle(lc_draw_destroy) { lc_draw_create(painter.pointer, &options, $0) }
  }

  private func frame(
    _ drawing: Handle, _ list: TestList, x: Double = 0, y: Double = 0, size: (UInt32, UInt32)
  ) throws -> lc_draw_frame {
    try succeed(lc_draw_begin(drawing.pointer, size.0, size.1))
    try succeed(lc_draw_add_list(drawing.pointer, list.pointer, x, y))
    return try lc_draw_frame.filled { lc_draw_end(drawing.pointer, $0) }
  }

  /// Draws a frame by the model of the shader.
  private func draw(_ frame: lc_draw_frame, on model: inout ShaderModel) {
    for upload in UnsafeBufferPointer(start: frame.uploads, count: frame.upload_count) {
      let rect = PixelRect(
        x: Int(upload.x), y: Int(upload.y), width: Int(upload.columns), height: Int(upload.rows))
      let texels = Int(upload.texel_bytes)
      model.upload(
        DrawUpload(
          texture: upload.texture, width: Int(upload.width), height: Int(upload.height),
          texelBytes: texels, rect: rect, rowBytes: rect.width * texels),
        UnsafeRawBufferPointer(start: upload.bytes, count: rect.width * rect.height * texels))
    }
    var data = DrawData()
    func elements<Element, Value>(
      _ start: UnsafePointer<Element>?, _ count: Int, as type: Value.Type
    ) -> [Value] {
      let bytes = count * MemoryLayout<Element>.stride
      let memory = UnsafeRawBufferPointer(start: start, count: bytes)
      return Array(memory.bindMemory(to: Value.self))
    }
    data.vertices = elements(frame.vertices, frame.vertex_count, as: DrawVertex.self)
    data.indices = elements(frame.indices, frame.index_count, as: UInt32.self)
    data.commands = elements(frame.commands, frame.command_count, as: DrawCommand.self)
    let floats = Int(frame.parameter_columns * frame.parameter_rows) * 4
    data.parameters = elements(frame.parameters, floats, as: SIMD4<Float>.self)
    model.draw(data)
  }

  /// The mean difference from the pixels of `lc_list_draw`, and the largest outside of glyph edges.
  private func difference(
    _ list: TestList, _ model: ShaderModel
  ) throws -> (mean: Double, worst: Int) {
    let expected = try list.pixels(width: model.width, height: model.height)
    var (sum, worst) = (0, 0)
    for (index, (found, other)) in zip(model.pixels, expected).enumerated() {
      let difference = abs(Int(found) - Int(other))
      sum += difference
      if !model.isGlyphEdge[index / 4] { worst = max(worst, difference) }
    }
    return (Double(sum) / Double(expected.count), worst)
  }

  private func uploadBytes(_ frame: lc_draw_frame) -> Int {
    UnsafeBufferPointer(start: frame.uploads, count: frame.upload_count).reduce(0) {
      $0 + Int($1.columns) * Int($1.rows) * Int($1.texel_bytes)
    }
  }

  @Test(arguments: [1, 1.5, 2])
  func hasThePixelsOfTheList(scale: Double) throws {
    let list = try TestList(height: 200, scale: scale, flags: Self.drawn)
    let rows = TestRows()
    for number in 0..<40 {
      let isFaint = number % 4 == 1
      rows.add(
        "k\(number)", isFaint ? nil : list.template.pointer,
        isFaint ? Self.faint : #"{"name": "Name \#(number)"}"#)
    }
    try succeed(lc_list_update(list.pointer, rows.rows, rows.rows.count))
    let drawing = try drawing(scale: scale)
    let side = UInt32(saturating: 200 * scale)
    for offset in [0, 333.0] {
      try succeed(lc_list_scroll(list.pointer, offset, 0))
      #expect(try list.settle().blank_count == 0)
      var model = ShaderModel(width: Int(side), height: Int(side), background: .white)
      let found = try frame(drawing, list, size: (side, side))
      // The textures of the frame before are those of this model, too.
      try succeed(lc_draw_lose_textures(drawing.pointer))
      draw(found, on: &model)
      draw(try frame(drawing, list, size: (side, side)), on: &model)
      let (mean, worst) = try difference(list, model)
      #expect(mean <= 2 && worst <= 24)
      #expect(model.pixels.contains { $0 < 100 } && model.isGlyphEdge.contains(true))
    }
  }

  @Test func anUnchangedListCostsNothing() throws {
    let list = try TestList(flags: Self.drawn)
    try list.show(0..<20_000)
    try list.settle()
    let drawing = try drawing()
    let first = try frame(drawing, list, size: (200, 400))
    #expect(first.changed == 1 && uploadBytes(first) > 0 && first.vertex_count > 200)
    // Text alone: one draw call for all rows.
    #expect(first.command_count <= 3)
    try list.frame()
    let second = try frame(drawing, list, size: (200, 400))
    #expect(second.changed == 0 && second.upload_count == 0)
    #expect(second.vertices == first.vertices && second.vertex_count == first.vertex_count)
    #expect(second.commands == first.commands && second.parameters == first.parameters)
  }

  @Test func scrollingUploadsOnlyNewGlyphs() throws {
    let list = try TestList(flags: Self.drawn)
    try list.show(0..<200)
    try list.settle()
    let drawing = try drawing()
    _ = try frame(drawing, list, size: (200, 400))
    var bytes = 0
    for offset in stride(from: 10.0, to: 3_000, by: 90) {
      try succeed(lc_list_scroll(list.pointer, offset, 0))
      try list.settle()
      let frame = try frame(drawing, list, size: (200, 400))
      #expect(frame.changed == 1)
      bytes += uploadBytes(frame)
    }
    // Digits that the first frame has not shown, and no rows.
    #expect(bytes < 20 * 20 * 10)
    // Back to what was shown before.
    try succeed(lc_list_scroll(list.pointer, 0, 0))
    try list.settle()
    #expect(try uploadBytes(frame(drawing, list, size: (200, 400))) == 0)
  }

  @Test func anEditedRowIsDrawnAgain() throws {
    let list = try TestList(height: 200, flags: Self.drawn)
    try list.show(0..<10)
    try list.settle()
    let drawing = try drawing()
    var model = ShaderModel(width: 200, height: 200, background: .white)
    draw(try frame(drawing, list, size: (200, 200)), on: &model)
    try list.show((0..<10).map { ("k\($0)", $0 == 2 ? "Edited" : "Name \($0)") })
    #expect(try list.settle().row_count == 10)
    model.clear(.white)
    let second = try frame(drawing, list, size: (200, 200))
    #expect(second.changed == 1)
    draw(second, on: &model)
    let (mean, worst) = try difference(list, model)
    #expect(mean <= 2 && worst <= 24)
  }

  @Test func rowsStayInTheList() throws {
    let list = try TestList(height: 100, flags: Self.drawn)
    try list.show(0..<50)
    try list.settle()
    try succeed(lc_list_scroll(list.pointer, 30, 0))
    try list.settle()
    let drawing = try drawing()
    let found = try frame(drawing, list, x: 20, y: 40, size: (400, 400))
    let commands = UnsafeBufferPointer(start: found.commands, count: found.command_count)
    #expect(!commands.isEmpty)
    for command in commands {
      #expect(command.left == 20 && command.right == 220)
      #expect(command.top == 40 && command.bottom == 140)
    }
    let vertices = UnsafeBufferPointer(start: found.vertices, count: found.vertex_count)
    #expect(vertices.contains { $0.y < 40 } && vertices.allSatisfy { $0.x >= 20 })
    withExtendedLifetime(drawing) {}
  }

  @Test func otherListsAreTextures() throws {
    let list = try TestList(height: 100)
    try list.show(0..<50)
    try list.settle()
    let drawing = try drawing()
    let found = try frame(drawing, list, size: (200, 100))
    var model = ShaderModel(width: 200, height: 100, background: .white)
    draw(found, on: &model)
    #expect(try model.pixels == list.pixels(width: 200, height: 100))
    #expect(uploadBytes(found) >= 200 * 100 * 4)
    withExtendedLifetime(drawing) {}
  }

  @Test func wrongCallsAreErrors() throws {
    let list = try TestList(scale: 2, flags: Self.drawn)
    let drawing = try drawing()
    try succeed(lc_draw_begin(drawing.pointer, 9, 9))
    // A list without a frame adds nothing.
    try succeed(lc_draw_add_list(drawing.pointer, list.pointer, 0, 0))
    try list.show(0..<3)
    try list.settle()
    #expect(lc_draw_add_list(drawing.pointer, list.pointer, 0, 0) == LC_ERROR_ARGUMENT)
    #expect(
      String(cString: lc_error_message())
        == "the list has a scale of 2.0, the draw data one of 1.0")
    #expect(lc_draw_add_list(drawing.pointer, list.pointer, .nan, 0) == LC_ERROR_ARGUMENT)
    #expect(lc_draw_add_list(drawing.pointer, painter.pointer, 0, 0) == LC_ERROR_HANDLE)
    #expect(lc_draw_add_list(list.pointer, list.pointer, 0, 0) == LC_ERROR_HANDLE)
    let handles = Passed([drawing.pointer, list.pointer])
    let found = Mutex<lc_status?>(nil)
    Thread {
      let status = lc_draw_add_list(handles.pointers[0], handles.pointers[1], 0, 0)
      found.withLock { $0 = status }
    }.start()
    while found.withLock({ $0 == nil }) { usleep(100) }
    #expect(found.withLock { $0 } == LC_ERROR_THREAD)
  }
}
