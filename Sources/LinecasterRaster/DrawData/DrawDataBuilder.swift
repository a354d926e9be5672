public import LinecasterBase
public import LinecasterDisplay

/// Turns display lists into the triangles of frames.
///
///     var builder = DrawDataBuilder(scale: scale, rasterizer: rasterizer)
///     builder.beginFrame(viewport: window)
///     for row in rows { try builder.append(row.list, at: row.origin) }
///     if builder.endFrame() { host.copy(builder.data) }
///     builder.forEachUpload { upload, bytes in host.upload(upload, bytes) }
///     host.draw(builder.data.commands)
///
/// A host keeps its textures and buffers from frame to frame. `DrawShader` has the shader, and
/// `Integrations/C/renderer.h` a renderer for OpenGL.
///
/// Glyphs come from an atlas, and boxes, solid borders, gradients and shadows are formulas of
/// `DrawShader`. Everything else is drawn by a `Canvas` into textures: images, groups with opacity,
/// effects or a rounded clip, dashed borders, strokes and shadows of text. A list with a blend mode
/// or a backdrop filter outside of such groups is one texture, and these effects see only the list.
///
/// A list is turned into triangles once. In later frames with the same value, only its vertices
/// move, and a frame that appends the same lists at the same positions changes nothing and
/// allocates nothing. Lists have the same value if they are copies that were not changed.
///
/// ## Topics
///
/// ### Create a builder
///
/// - ``init(scale:rasterizer:text:options:)``
/// - ``scale``
///
/// ### Build a frame
///
/// - ``beginFrame(viewport:)``
/// - ``clip``
/// - ``append(_:at:opacity:clipsToSize:)``
/// - ``append(_:x:y:opacity:)``
/// - ``fill(_:with:)``
/// - ``endFrame()``
///
/// ### Draw a frame
///
/// - ``data``
/// - ``viewport``
/// - ``forEachUpload(_:)``
/// - ``markAllForUpload()``
///
/// ### Prepare lists
///
/// - ``needsTextures(_:)``
public struct DrawDataBuilder: Sendable {
  /// The triangles of the last frame that ended.
  public private(set) var data = DrawData()
  /// The number of device pixels per layout point.
  public let scale: PixelScale
  /// The pixels of the target that the frame may change.
  public private(set) var viewport = Self.nothing
  /// The pixels of the viewport that the next lists may change. A new frame sets it to the
  /// viewport.
  public var clip = Self.nothing
  /// The viewport of `data`.
  private var shownViewport = Self.nothing

  let rasterizer: DisplayRasterizer
  let text: TextRendering
  var batcher: DisplayBatcher

  /// A list or a filled rectangle in a frame.
  private struct Entry: Sendable {
    /// The quads of the list, and their key; `nil` for a rectangle.
    var segment: DrawSegment?
    var key: DrawSegment.Key?
    /// The rectangle, or the pixel of the list's corner.
    let area: PixelRect
    /// The colour of the rectangle; its alpha is the opacity of a list.
    let color: Color
    let clip: PixelRect

    func isEqual(to other: Entry) -> Bool {
      segment === other.segment && area == other.area && color == other.color
        && clip == other.clip
    }
  }

  /// A kept segment, and the last frame with a change that drew it.
  private struct Kept: Sendable {
    var segment: DrawSegment
    var frame: Int
  }

  private var entries: [Entry] = []
  /// The entries of `data`.
  private var shown: [Entry] = []
  private var kept: [DrawSegment.Key: Kept] = [:]
  /// The number of frames that changed `data`.
  private var frame = 0
  private var lastPicture: UInt32 = 1
  /// The pictures that were not uploaded yet.
  private var pendingPictures: [DrawContent.Picture] = []
  /// The textures that the host has, or will have after the uploads.
  private var textures: Set<UInt32> = []
  private var droppedTextures: [UInt32] = []

  static let nothing = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  /// The side of the largest picture, in pixels.
  static let largestPicture = 2048
  /// The number of changes after which the triangles of a list that is not drawn are released.
  private static let keptFrames = 16
  /// The largest side of a list of which invisible parts become triangles too, in pixels.
  private static let largestWhole = 8192
  /// The pixels around a list that is not clipped to its size.
  private static let margin = 512

  /// Creates a builder with an empty atlas.
  ///
  /// - Parameters:
  ///   - scale: The number of device pixels per layout point.
  ///   - rasterizer: The source of glyphs and images. Subpixels are drawn as grey.
  ///   - text: The reader's choice of text rendering.
  ///   - options: The size of the atlas. If a list has more glyphs, it becomes one texture.
  public init(
    scale: PixelScale, rasterizer: DisplayRasterizer, text: TextRendering = .automatic,
    options: GlyphAtlas.Options = .init()
  ) {
    (self.scale, self.rasterizer, self.text) = (scale, rasterizer, text)
    var rendering = rasterizer.rendering(at: scale, text)
    rendering.antialiasing = .grey
    batcher = DisplayBatcher(
      viewport: Self.nothing, scale: scale, glyphs: rasterizer.glyphs, rendering: rendering,
      options: options)
  }

  /// Starts a frame without lists.
  ///
  /// - Parameter viewport: The pixels of the target that may change.
  public mutating func beginFrame(viewport: PixelRect) {
    self.viewport = viewport
    clip = viewport
    // Not the drawing: a segment shares its memory, so that clearing it would allocate.
    batcher.atlas.beginFrame()
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a list with its top-left corner at a point, rounded to the nearest whole pixel.
  ///
  /// - Parameters:
  ///   - list: The list to draw in front of the earlier ones.
  ///   - point: The position of its top-left corner.
  ///   - opacity: The opacity of each step, from 0 to 1. Steps that overlap show through each
  ///     other, unlike those of a group.
  ///   - clipsToSize: Whether nothing is drawn outside of the list's size; otherwise, up to 512
  ///     pixels outside of it.
  /// - Throws: The errors of `Canvas.draw(_:at:in:)` for lists; the list is then left out.
  /// - Complexity: O(1) for a list of the last frames; otherwise as drawing it. Lists of more than
  ///   8,192 pixels are drawn again at each position.
  public mutating func append(
    _ list: DisplayList, at point: Point = .zero, opacity: Double = 1, clipsToSize: Bool = true
  ) throws {
    let place = ListPlace(point, size: list.size, scale: scale, in: viewport)
    let clip = clip(of: list, at: place, clipsToSize: clipsToSize)
    guard !clip.isEmpty, !list.commands.isEmpty else { return }
    let key = DrawSegment.Key(list, clip: clip)
    try append(key, x: place.x, y: place.y, opacity) { builder in
      try builder.makeSegment(of: list, clip: clip, clipsToSize: clipsToSize)
    }
  }

  /// Adds pixels, which become a texture.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels. Copies that were not changed share a texture.
  ///   - x: The column of the target for their left edge.
  ///   - y: The row of the target for their top edge.
  ///   - opacity: The opacity, from 0 to 1.
  public mutating func append(_ bitmap: Bitmap, x: Int, y: Int, opacity: Double = 1) {
    guard bitmap.width > 0, bitmap.height > 0 else { return }
    let place = PixelRect(
      x: min(max(x, -Self.farthest), Self.farthest), y: min(max(y, -Self.farthest), Self.farthest),
      width: 1, height: 1)
    append(DrawSegment.Key(bitmap), x: place.left, y: place.top, opacity) { builder in
      builder.makeSegment(of: bitmap)
    }
  }

  /// The largest distance of pixels from the corner of the target.
  private static let farthest = 1 << 24

  private mutating func append<Failure: Error>(
    _ key: DrawSegment.Key, x: Int, y: Int, _ opacity: Double,
    _ make: (inout DrawDataBuilder) throws(Failure) -> DrawSegment
  ) throws(Failure) {
    let alpha = UInt8(saturating: (opacity * 255).rounded())
    guard alpha > 0 else { return }
    var entry = Entry(
      key: key, area: PixelRect(left: x, top: y, right: x, bottom: y),
      color: Color(red: 0, green: 0, blue: 0, alpha: alpha), clip: clip)
    if let known = kept[key], batcher.atlas.reuse(known.segment.shelves) {
      entry.segment = known.segment
    } else {
      let segment = try make(&self)
      kept[key] = Kept(segment: segment, frame: frame)
      pendingPictures += segment.content.pictures
      entry.segment = segment
    }
    entries.append(entry)
  }

  /// Fills a rectangle of pixels of the target; a translucent colour is blended.
  public mutating func fill(_ rect: PixelRect, with color: Color) {
    let area = rect.clipped(to: viewport)
    guard !area.isEmpty, color.alpha > 0 else { return }
    entries.append(Entry(area: area, color: color, clip: clip))
  }

  /// Returns the pixels that a list may draw on, from its corner: the same ones in every frame,
  /// except for lists that are too large to be turned into triangles as a whole.
  private func clip(of list: DisplayList, at place: ListPlace, clipsToSize: Bool) -> PixelRect {
    var area = PixelRect(
      left: 0, top: 0, right: scale.pixels(list.size.width),
      bottom: scale.pixels(list.size.height))
    if !clipsToSize { area = area.widened(by: (Self.margin, Self.margin)) }
    guard max(area.width, area.height) > Self.largestWhole else { return area }
    return area.clipped(to: viewport.offset(x: -place.x, y: -place.y))
  }

  /// Ends the frame.
  ///
  /// - Returns: Whether `data` changed.
  /// - Complexity: O(vertices) if anything changed; otherwise O(lists).
  public mutating func endFrame() -> Bool {
    let isSame =
      entries.count == shown.count
      && entries.indices.allSatisfy { entries[$0].isEqual(to: shown[$0]) }
    guard !isSame || viewport != shownViewport else { return false }
    swap(&entries, &shown)
    // So that an equal frame allocates nothing.
    entries.reserveCapacity(shown.count)
    shownViewport = viewport
    // Only now: changes of a dictionary allocate.
    frame += 1
    for entry in shown {
      if let key = entry.key { kept[key]?.frame = frame }
    }
    data.vertices.removeAll(keepingCapacity: true)
    data.commands.removeAll(keepingCapacity: true)
    data.parameters.removeAll(keepingCapacity: true)
    for entry in shown { add(entry) }
    let columns = DrawData.parameterColumns
    let excess = data.parameters.count % columns
    if excess > 0 {
      data.parameters.append(contentsOf: repeatElement(.zero, count: columns - excess))
    }
    setIndices()
    releaseUnused()
    return true
  }

  private mutating func add(_ entry: Entry) {
    let clip = entry.clip.clipped(to: viewport)
    guard let content = entry.segment?.content else { return addFill(entry, clip) }
    let (x, y) = (entry.area.left, entry.area.top)
    let limit = DrawData.parameterColumns * DrawData.maximumParameterRows
    // More shapes than any screen shows have no room in the texture.
    guard !content.bounds.offset(x: x, y: y).clipped(to: clip).isEmpty,
      data.parameters.count + content.parameters.count <= limit
    else { return }
    var index = UInt32(data.vertices.count / 4 * 6)
    let first = UInt32(data.parameters.count)
    let move = SIMD2(Float(x), Float(y))
    let opacity = entry.color.alpha
    for vertex in content.vertices {
      var vertex = vertex
      vertex.x += move.x
      vertex.y += move.y
      if vertex.hasParameters { vertex.shape += first }
      if opacity < 255 { vertex.fade(to: opacity) }
      data.vertices.append(vertex)
    }
    data.parameters += content.parameters
    for run in content.runs {
      let count = UInt32(run.count * 6)
      addCommand(run.texture, clip, index: index, count: count)
      index += count
    }
  }

  private mutating func addFill(_ entry: Entry, _ clip: PixelRect) {
    let area = entry.area.clipped(to: clip)
    guard !area.isEmpty else { return }
    let index = UInt32(data.vertices.count / 4 * 6)
    let shape = DrawKind.solid.rawValue << 24
    func add(_ x: Int, _ y: Int) {
      data.vertices.append(
        DrawVertex(
          x: Float(x), y: Float(y), u: Float(x), v: Float(y), color: entry.color.bytesInOrder,
          shape: shape))
    }
    add(area.left, area.top)
    add(area.right, area.top)
    add(area.right, area.bottom)
    add(area.left, area.bottom)
    addCommand(0, clip, index: index, count: 6)
  }

  /// Adds indices to the last draw call, or to a new one.
  private mutating func addCommand(
    _ texture: UInt32, _ clip: PixelRect, index: UInt32, count: UInt32
  ) {
    let command = DrawCommand(
      left: Int32(clamping: clip.left), top: Int32(clamping: clip.top),
      right: Int32(clamping: clip.right), bottom: Int32(clamping: clip.bottom),
      texture: texture, firstIndex: index, indexCount: count, blend: 0)
    if let last = data.commands.last, last.hasClip(of: command),
      last.texture == texture || texture == 0 || last.texture == 0
    {
      data.commands[data.commands.count - 1].texture = max(last.texture, texture)
      data.commands[data.commands.count - 1].indexCount += count
    } else {
      data.commands.append(command)
    }
  }

  /// Sets the triangles of all quads, which are the same in every frame.
  private mutating func setIndices() {
    let quads = data.vertices.count / 4
    let known = data.indices.count / 6
    if known > quads { data.indices.removeLast(data.indices.count - quads * 6) }
    for quad in min(known, quads)..<quads {
      let first = UInt32(quad * 4)
      for corner in [0, 1, 2, 2, 3, 0] as [UInt32] { data.indices.append(first + corner) }
    }
  }

  /// Releases the segments that no recent frame drew, and the textures that nothing uses.
  private mutating func releaseUnused() {
    let limit = frame - Self.keptFrames
    kept = kept.filter { $0.value.frame >= limit }
    var used: Set<UInt32> = []
    for page in batcher.atlas.pages where page.side > 0 {
      used.insert(Self.texture(ofPage: page.identifier))
    }
    for kept in kept.values {
      for picture in kept.segment.content.pictures { used.insert(picture.texture) }
    }
    droppedTextures += textures.subtracting(used)
    pendingPictures.removeAll { !used.contains($0.texture) }
    textures = used
  }
}

extension DrawDataBuilder {
  /// Returns the number of the texture of an atlas page; pictures have odd numbers.
  static func texture(ofPage identifier: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: identifier) << 1
  }

  mutating func nextPictureTexture() -> UInt32 {
    lastPicture &+= 2
    return lastPicture
  }

  /// Calls `body` with each change of a texture since the last call, in order.
  ///
  /// The bytes start with the first texel of the rectangle and end with its last one; a texture to
  /// delete has none. Call it after `endFrame`, before the frame is drawn.
  ///
  /// - Complexity: O(textures + rectangles), without copying.
  public mutating func forEachUpload(_ body: (DrawUpload, UnsafeRawBufferPointer) -> Void) {
    for texture in droppedTextures {
      body(
        DrawUpload(
          texture: texture, width: 0, height: 0, texelBytes: 0, rect: Self.nothing, rowBytes: 0),
        UnsafeRawBufferPointer(start: nil, count: 0))
    }
    droppedTextures.removeAll(keepingCapacity: true)
    batcher.atlas.forEachUpload { upload, bytes in
      body(
        DrawUpload(
          texture: Self.texture(ofPage: upload.identifier), width: upload.side,
          height: upload.side, texelBytes: upload.kind.texelBytes, rect: upload.rect,
          rowBytes: upload.rowBytes), bytes)
    }
    for picture in pendingPictures {
      let bitmap = picture.bitmap
      let upload = DrawUpload(
        texture: picture.texture, width: bitmap.width, height: bitmap.height, texelBytes: 4,
        rect: bitmap.bounds, rowBytes: bitmap.width * 4)
      bitmap.pixels.withUnsafeBytes { body(upload, $0) }
    }
    pendingPictures.removeAll(keepingCapacity: true)
  }

  /// Marks all textures as changed, for hosts that lost them.
  public mutating func markAllForUpload() {
    batcher.atlas.markAllForUpload()
    pendingPictures = kept.values.flatMap(\.segment.content.pictures)
  }
}

extension DrawCommand {
  /// Whether both may change the same pixels.
  fileprivate func hasClip(of other: DrawCommand) -> Bool {
    left == other.left && top == other.top && right == other.right && bottom == other.bottom
  }
}

extension Color {
  /// The bytes in the order red, green, blue and alpha in memory.
  var bytesInOrder: UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
  }
}

extension DrawVertex {
  /// Multiplies the opacity of the colour.
  fileprivate mutating func fade(to opacity: UInt8) {
    let bytes = color.littleEndian
    let alpha = UInt8(truncatingIfNeeded: bytes >> 24).multiplied(by: opacity)
    color = (bytes & 0xFF_FFFF | UInt32(alpha) << 24).littleEndian
  }

  /// Whether the lower bits of `shape` refer to a parameter.
  fileprivate var hasParameters: Bool { DrawKind(rawValue: shape >> 24)?.hasParameters ?? false }
}
