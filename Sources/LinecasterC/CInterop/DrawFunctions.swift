// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterScenes
import LinecasterSurface
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A scene that was laid out.
final class ArrangedScene: HandleObject {
  static let handleName: StaticString = "lc_scene"

  let painter: PicturePainter
  let size: Size
  /// The steps of the scene in front of its background.
  let list: DisplayList

  init(_ source: PictureSource, _ options: PictureOptions, for painter: PicturePainter) throws {
    self.painter = painter
    let read = try painter.read(
      source, options: options, named: "scene", by: Deadline(painter.budget), lineLimit: 0)
    let page = try painter.arrange(read).page
    size = page.size
    var list = DisplayList(size: page.size)
    // The background also fills the pixels that the scene covers in part.
    let whole = Rect(x: 0, y: 0, width: page.size.width + 2, height: page.size.height + 2)
    list.append(.fill(DisplayShape(whole), .color(read.background)))
    for command in page.commands { list.append(command) }
    self.list = list
  }
}

/// Memory that C reads; it grows and is used again.
private struct SharedMemory: ~Copyable {
  private(set) var start: UnsafeMutableRawPointer?
  private var capacity = 0
  private(set) var count = 0

  deinit { start?.deallocate() }

  mutating func removeAll() { count = 0 }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let needed = count + bytes.count
    if needed > capacity {
      capacity = max(needed, capacity * 2)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      if let start { larger.copyMemory(from: start, byteCount: count) }
      start?.deallocate()
      start = larger
    }
    if let start, let source = bytes.baseAddress {
      (start + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count = needed
  }

  mutating func set<Element>(to elements: [Element]) {
    removeAll()
    elements.withUnsafeBytes { append($0) }
  }

  func pointer<Element>(to type: Element.Type) -> UnsafePointer<Element>? {
    start.map { UnsafePointer($0.assumingMemoryBound(to: type)) }
  }
}

/// The builder of frames, and the memory of the last one.
final class FrameDrawing: HandleObject {
  static let handleName: StaticString = "lc_draw"

  private struct State: ~Copyable {
    var builder: DrawDataBuilder
    var vertices = SharedMemory()
    var indices = SharedMemory()
    var commands = SharedMemory()
    var parameters = SharedMemory()
    var texels = SharedMemory()
    var uploads: [lc_draw_upload] = []
    var uploadMemory = SharedMemory()
  }

  private let painter: PicturePainter
  private let state: Mutex<State>

  init(_ painter: PicturePainter, _ pointer: UnsafePointer<lc_draw_options>?) throws {
    self.painter = painter
    let options = try lc_draw_options.read(pointer) ?? lc_draw_options()
    let given = try number(options.scale, "scale", atLeast: 0)
    let scale = given > 0 ? min(max(given, 0.5), 4) : 1
    let usual = GlyphAtlas.Options()
    let atlas = GlyphAtlas.Options(
      pageSide: options.page_side > 0 ? Int(options.page_side) : usual.pageSide,
      byteLimit: options.atlas_bytes > 0 ? Int(clamping: options.atlas_bytes) : usual.byteLimit)
    state = Mutex(
      State(
        builder: DrawDataBuilder(
          scale: PixelScale(scale), rasterizer: painter.rasterizer, options: atlas)))
  }

  func begin(width: UInt32, height: UInt32) throws(CallError) {
    guard width <= Self.largestSide, height <= Self.largestSide else {
      throw CallError(
        LC_ERROR_ARGUMENT, "the target is \(width) by \(height), more than \(Self.largestSide)")
    }
    state.withLock { state in
      state.builder.beginFrame(
        viewport: PixelRect(x: 0, y: 0, width: Int(width), height: Int(height)))
    }
  }

  /// Returns the nearest whole pixel, at most a million from the corner of the target.
  private func pixel(_ place: Double) -> Int {
    Int(saturating: min(max(place.rounded(), -1e6), 1e6))
  }

  /// The largest side of a target in pixels.
  private static let largestSide = 16_384

  func add(_ scene: ArrangedScene, at point: Point) throws {
    guard scene.painter === painter else {
      throw CallError(LC_ERROR_ARGUMENT, "the scene belongs to another painter")
    }
    try add(scene.list, at: point, clipsToSize: true)
  }

  func add(_ layout: LayoutHandle, at point: Point) throws {
    try add(layout.list, at: point, clipsToSize: false)
  }

  /// Adds the last frame of a list, clipped to the list's size. Rows that cannot be drawn are left
  /// out.
  func add(_ frame: ListFrame, at point: Point) throws {
    try state.withLock { state in
      let scale = state.builder.scale
      guard frame.steps.isEmpty || frame.scale == scale else {
        throw CallError(
          LC_ERROR_ARGUMENT,
          "the list has a scale of \(frame.scale.factor), the draw data one of \(scale.factor)")
      }
      let (left, top) = (pixel(point.x * scale.factor), pixel(point.y * scale.factor))
      let outer = state.builder.clip
      state.builder.clip = PixelRect(
        x: left, y: top, width: frame.width, height: frame.height)
      defer { state.builder.clip = outer }
      var failure: (any Error)?
      for step in frame.steps {
        switch step {
        case .fill(let rect, let color):
          let rect = rect.offset(x: Double(left), y: Double(top))
          state.builder.fill(PixelRect(rounding: rect, in: state.builder.viewport), with: color)
        case .draw(let texture, let quad):
          state.builder.append(
            texture.pixels, x: left + pixel(quad.topLeft.x), y: top + pixel(quad.topLeft.y),
            opacity: quad.opacity)
        case .list(let list, let quad):
          let place = Point(
            x: (Double(left) + quad.topLeft.x) / scale.factor,
            y: (Double(top) + quad.topLeft.y) / scale.factor)
          do {
            try state.builder.append(list, at: place, opacity: quad.opacity)
          } catch {
            failure = failure ?? error
          }
        }
      }
      if let failure { throw failure }
    }
  }

  private func add(_ list: DisplayList, at point: Point, clipsToSize: Bool) throws {
    try state.withLock { state in
      try state.builder.append(list, at: point, clipsToSize: clipsToSize)
    }
  }

  func loseTextures() { state.withLock { $0.builder.markAllForUpload() } }

  /// Ends the frame.
  func end() -> lc_draw_frame {
    state.withLock { state in
      let hasChanged = state.builder.endFrame()
      let data = state.builder.data
      if hasChanged {
        state.vertices.set(to: data.vertices)
        state.indices.set(to: data.indices)
        state.commands.set(to: data.commands)
        state.parameters.set(to: data.parameters)
      }
      Self.copyUploads(&state)
      return lc_draw_frame(
        struct_size: 0, vertices: state.vertices.pointer(to: lc_draw_vertex.self),
        indices: state.indices.pointer(to: UInt32.self),
        commands: state.commands.pointer(to: lc_draw_command.self),
        uploads: state.uploadMemory.pointer(to: lc_draw_upload.self),
        parameters: state.parameters.pointer(to: Float.self),
        vertex_count: data.vertices.count, index_count: data.indices.count,
        command_count: data.commands.count, upload_count: state.uploads.count,
        parameter_columns: data.parameters.isEmpty ? 0 : UInt32(DrawData.parameterColumns),
        parameter_rows: UInt32(data.parameterRows), changed: hasChanged ? 1 : 0, reserved: 0)
    }
  }

  private static func copyUploads(_ state: inout State) {
    // Taken out of the state, which is used meanwhile.
    var uploads: [lc_draw_upload] = []
    var texels = SharedMemory()
    swap(&uploads, &state.uploads)
    swap(&texels, &state.texels)
    uploads.removeAll(keepingCapacity: true)
    texels.removeAll()
    state.builder.forEachUpload { upload, bytes in
      uploads.append(lc_draw_upload(upload))
      let length = upload.rect.width * upload.texelBytes
      for row in 0..<upload.rect.height {
        let start = row * upload.rowBytes
        texels.append(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
      }
    }
    var offset = 0
    for index in uploads.indices where uploads[index].width > 0 {
      uploads[index].bytes = texels.start.map { UnsafeRawPointer($0 + offset) }
      let upload = uploads[index]
      offset += Int(upload.columns) * Int(upload.rows) * Int(upload.texel_bytes)
    }
    state.uploadMemory.set(to: uploads)
    swap(&texels, &state.texels)
    swap(&uploads, &state.uploads)
  }
}

extension lc_draw_upload {
  fileprivate init(_ upload: DrawUpload) {
    self.init()
    texture = upload.texture
    (width, height) = (UInt32(clamping: upload.width), UInt32(clamping: upload.height))
    texel_bytes = UInt32(clamping: upload.texelBytes)
    (x, y) = (UInt32(clamping: upload.rect.left), UInt32(clamping: upload.rect.top))
    columns = UInt32(clamping: upload.rect.width)
    rows = UInt32(clamping: upload.rect.height)
  }
}

@c @implementation
package func lc_scene_create(
  _ painter: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<lc_picture_options>?, _ scene: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(scene) {
    let painter = try HandleTable.shared.object(painter, PicturePainter.self)
    let options = try DrawingOptions(options)
    let json = [UInt8](try bytes(json, length, "the JSON"))
    let request = try PictureRequest(json: json, named: "scene", options: options.picture)
    return try ArrangedScene(request.source, request.options, for: painter)
  }
}

@c @implementation
package func lc_scene_size(
  _ scene: OpaquePointer?, _ width: UnsafeMutablePointer<Double>?,
  _ height: UnsafeMutablePointer<Double>?
) -> lc_status {
  with(scene, ArrangedScene.self) { scene in
    width?.pointee = scene.size.width
    height?.pointee = scene.size.height
  }
}

@c @implementation
package func lc_scene_destroy(_ scene: OpaquePointer?) -> lc_status {
  destroy(scene, ArrangedScene.self)
}

@c @implementation
package func lc_draw_create(
  _ painter: OpaquePointer?, _ options: UnsafePointer<lc_draw_options>?,
  _ draw: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(draw) {
    try FrameDrawing(HandleTable.shared.object(painter, PicturePainter.self), options)
  }
}

@c @implementation
package func lc_draw_begin(_ draw: OpaquePointer?, _ width: UInt32, _ height: UInt32) -> lc_status {
  with(draw, FrameDrawing.self) { try $0.begin(width: width, height: height) }
}

/// Returns the position of the caller.
private func point(_ x: Double, _ y: Double) throws(CallError) -> Point {
  Point(x: try number(x, "x"), y: try number(y, "y"))
}

@c @implementation
package func lc_draw_add_scene(
  _ draw: OpaquePointer?, _ scene: OpaquePointer?, _ x: Double, _ y: Double
) -> lc_status {
  with(draw, FrameDrawing.self) { draw in
    try draw.add(HandleTable.shared.object(scene, ArrangedScene.self), at: point(x, y))
  }
}

@c @implementation
package func lc_draw_add_layout(
  _ draw: OpaquePointer?, _ layout: OpaquePointer?, _ x: Double, _ y: Double
) -> lc_status {
  with(draw, FrameDrawing.self) { draw in
    try draw.add(HandleTable.shared.object(layout, LayoutHandle.self), at: point(x, y))
  }
}

@c @implementation
package func lc_draw_add_list(
  _ draw: OpaquePointer?, _ list: OpaquePointer?, _ x: Double, _ y: Double
) -> lc_status {
  with(draw, FrameDrawing.self) { draw in
    try HandleTable.shared.object(list, HostedList.self).draw(on: draw, at: point(x, y))
  }
}

@c @implementation
package func lc_draw_end(
  _ draw: OpaquePointer?, _ frame: UnsafeMutablePointer<lc_draw_frame>?
) -> lc_status {
  with(draw, FrameDrawing.self) { draw in
    // A frame that cannot be written does not end.
    try lc_draw_frame().write(to: frame)
    try draw.end().write(to: frame)
  }
}

@c @implementation
package func lc_draw_lose_textures(_ draw: OpaquePointer?) -> lc_status {
  with(draw, FrameDrawing.self) { $0.loseTextures() }
}

@c @implementation
package func lc_draw_destroy(_ draw: OpaquePointer?) -> lc_status {
  destroy(draw, FrameDrawing.self)
}

// Unsafe only in that they are pointers: the copies are never written to and never freed.
nonisolated(unsafe) private let shaders = [
  [DrawShader.vertex, DrawShader.fragment], [DrawShader.vertex, DrawShader.fragment],
].enumerated().map { language, stages in
  stages.map { strdup((language == 0 ? DrawShader.desktopHeader : DrawShader.embeddedHeader) + $0) }
}
nonisolated(unsafe) private let noShader = strdup("")

@c @implementation
package func lc_draw_shader(_ stage: UInt32, _ language: UInt32) -> UnsafePointer<CChar>? {
  guard stage < 2, language < 2 else { return UnsafePointer(noShader) }
  return UnsafePointer(shaders[Int(language)][Int(stage)])
}
