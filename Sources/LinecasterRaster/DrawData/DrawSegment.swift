import LinecasterBase
public import LinecasterDisplay
import LinecasterText

/// The quads of a list, kept for frames that draw the list again anywhere.
final class DrawSegment: Sendable {
  /// The key of a list: the memory of its steps, which no other list has while the segment keeps
  /// the list.
  struct Key: Hashable, Sendable {
    private let address: UInt
    private let count: Int
    private let size: Size
    private let clip: PixelRect

    init(_ list: DisplayList, clip: PixelRect) {
      address = list.commands.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      count = list.commands.count
      size = list.size
      self.clip = clip
    }

    /// The key of pixels: their memory, which no list has.
    init(_ bitmap: Bitmap) {
      address = bitmap.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      count = bitmap.pixels.count
      size = .zero
      clip = bitmap.bounds
    }
  }

  let content: DrawContent
  /// The shelves of the atlas that have its glyphs.
  let shelves: AtlasDrawing
  /// Keeps the memory of the list or of the pixels from being used for another one.
  private let owner: any Sendable

  init(_ content: DrawContent, _ shelves: AtlasDrawing, of owner: any Sendable) {
    (self.content, self.shelves, self.owner) = (content, shelves, owner)
  }
}

/// The error of a step that reads the pixels beneath it.
private struct BackdropNeeded: Error {}

extension DrawDataBuilder {
  /// Turns a list into quads.
  ///
  /// - Parameters:
  ///   - clip: The pixels that may change, from the list's corner.
  ///   - clipsToSize: Whether the clip is inside of the list's size.
  mutating func makeSegment(
    of list: DisplayList, clip: PixelRect, clipsToSize: Bool
  ) throws -> DrawSegment {
    batcher.drawing.removeAll()
    batcher.place = ListPlace(clip: clip)
    var content = DrawContent()
    var converted = 0
    do {
      try list.walk { _ in
        for command in list.commands { try add(command, to: &content, &converted) }
      }
      return DrawSegment(content, batcher.drawing.shelves, of: list)
    } catch is BackdropNeeded {
    } catch let error as RasterError where error.code == .atlasFull {
    }
    // The whole list is a picture: a step sees the pixels beneath it, or the glyphs are too many.
    content = DrawContent()
    batcher.place = ListPlace(clip: clip)
    try addPicture(try ink(of: list.commands), to: &content) { canvas in
      if clipsToSize { return try canvas.draw(list) }
      for command in list.commands {
        try canvas.drawWithinBudget(command, of: "a display command", .unlimited)
      }
    }
    return DrawSegment(content, AtlasDrawing(), of: list)
  }

  /// Turns pixels into textured quads.
  mutating func makeSegment(of bitmap: Bitmap) -> DrawSegment {
    var content = DrawContent()
    for tile in bitmap.bounds.tiles(side: Self.largestPicture) {
      let part =
        tile == bitmap.bounds
        ? bitmap
        : bitmap.cropped(x: tile.left, y: tile.top, width: tile.width, height: tile.height)
      content.append(part, x: tile.left, y: tile.top, texture: nextPictureTexture())
    }
    return DrawSegment(content, AtlasDrawing(), of: bitmap)
  }

  /// Returns the pixels of the current clip that steps may draw on.
  private func ink(of commands: [DisplayCommand]) throws -> PixelRect {
    var finder = InkFinder(
      scale: scale, rendering: batcher.rendering, source: rasterizer.glyphs,
      clip: batcher.place.clip)
    for command in commands {
      try command.walk { scope in try finder.insert(command, scope) }
    }
    return finder.bounds
  }

  private mutating func add(
    _ command: DisplayCommand, to content: inout DrawContent, _ converted: inout Int
  ) throws {
    if case .group(let group) = command {
      if group.blends || group.backdrop != nil { throw BackdropNeeded() }
      if !group.hasEffects, !group.isTooDeep {
        let outer = batcher.place
        guard let frame = GroupFrame(group, scale: scale, clip: outer.clip) else { return }
        if !frame.needsLayer {
          batcher.place = ListPlace(clip: frame.clip)
          defer { batcher.place = outer }
          for command in group.commands { try add(command, to: &content, &converted) }
          return
        }
      }
    }
    try batcher.add(command) { _, _ in false }
    batcher.drawing.close()
    while converted < batcher.drawing.steps.count {
      try add(batcher.drawing.steps[converted], to: &content)
      converted += 1
    }
  }

  private mutating func add(_ step: AtlasStep, to content: inout DrawContent) throws {
    let clip = batcher.place.clip
    switch step {
    case .list: break
    case .glyphs(let batch): add(batch, to: &content)
    case .command(let command): try addShape(command, to: &content)
    case .beneath(let layout, let origin):
      for background in layout.backgrounds {
        let frame = layout.axes.page(background.frame).offset(x: origin.x, y: origin.y)
        content.fill(
          RoundedBox(DisplayShape(frame), scale: scale), background.color, clip: clip)
      }
      for line in layout.decorationLines where line.decoration.position != .strikethrough {
        try add(line, layout.axes, at: origin, to: &content)
      }
    case .above(let layout, let origin):
      for line in layout.decorationLines where line.decoration.position == .strikethrough {
        try add(line, layout.axes, at: origin, to: &content)
      }
    }
  }

  private func add(_ batch: GlyphBatch, to content: inout DrawContent) {
    let texture = Self.texture(ofPage: batcher.atlas.pages[batch.page].identifier)
    for quad in batcher.drawing.quads[batch.quads] {
      guard batch.kind == .mask else {
        content.append(quad, .image, texture: texture)
        continue
      }
      let color = Color(red: quad.red, green: quad.green, blue: quad.blue, alpha: quad.alpha)
      if let curve = content.curve(of: color, batcher.rendering) {
        content.append(quad, .correctedMask, texture: texture, parameter: curve)
      } else {
        content.append(quad, .mask, texture: texture)
      }
    }
  }

  private mutating func addShape(
    _ command: DisplayCommand, to content: inout DrawContent
  ) throws {
    let clip = batcher.place.clip
    guard !clip.isEmpty else { return }
    switch command {
    case .fill(let shape, let paint): content.fill(shape, with: paint, scale: scale, clip: clip)
    case .shadow(let shape, let shadow):
      content.append(shadow, of: shape, scale: scale, clip: clip)
    case .border(let shape, let border):
      if !content.append(border, in: shape, scale: scale, clip: clip) {
        try addPicture(of: command, to: &content)
      }
    case .text, .textShadow, .textStroke, .image, .group:
      try addPicture(of: command, to: &content)
    }
  }

  private mutating func add(
    _ line: TextDecorationLine, _ axes: LineAxes, at origin: Point, to content: inout DrawContent
  ) throws {
    let clip = batcher.place.clip
    let drawing = DecorationDrawing(line, axes, at: origin, scale: scale, clip: clip)
    guard let drawing, line.color.alpha > 0 else { return }
    let dots = drawing.dots
    guard drawing.waves.isEmpty, dots.allSatisfy(\.isWhole) else {
      guard let room = DecorationDrawing.room(of: line, axes, at: origin, scale: scale) else {
        return
      }
      let box = RoundedBox(DisplayShape(room), scale: .one)
      return try addPicture(box.touched(in: clip), to: &content) { canvas in
        canvas.draw(line, axes, at: origin)
      }
    }
    for stroke in drawing.strokes { content.fill(stroke, line.color, clip: clip) }
    for dot in dots { content.fill(dot.box, line.color, clip: clip) }
  }

  private mutating func addPicture(
    of command: DisplayCommand, to content: inout DrawContent
  ) throws {
    try addPicture(try ink(of: [command]), to: &content) { canvas in
      try canvas.drawWithinBudget(command, of: "a display command", .unlimited)
    }
  }

  /// Adds what a canvas draws on some pixels, in tiles that every renderer supports.
  private mutating func addPicture(
    _ bounds: PixelRect, to content: inout DrawContent, _ draw: (inout Canvas) throws -> Void
  ) throws {
    guard !bounds.isEmpty else { return }
    let (count, isOver) = bounds.width.multipliedReportingOverflow(by: bounds.height * 4)
    try rasterizer.budget.check(.bytes, isOver ? .max : count, of: "a display command")
    for tile in bounds.tiles(side: Self.largestPicture) {
      let bitmap = try Bitmap(width: tile.width, height: tile.height)
      var canvas = rasterizer.canvas(on: bitmap, scale: scale, text: text)
      canvas.rendering = batcher.rendering
      (canvas.originX, canvas.originY) = (-tile.left, -tile.top)
      (canvas.clip, canvas.extent) = (tile, bounds)
      try draw(&canvas)
      let drawn = canvas.bitmap
      guard let ink = drawn.inkRect else { continue }
      let part = drawn.cropped(x: ink.left, y: ink.top, width: ink.width, height: ink.height)
      content.append(
        part, x: tile.left + ink.left, y: tile.top + ink.top, texture: nextPictureTexture())
    }
  }
}

// MARK: - Textures

extension DrawDataBuilder {
  /// Returns whether a canvas draws parts of a list into textures: images, effects, opacity,
  /// rounded clips, dashes, and strokes and shadows of text.
  ///
  /// These take a thread longer than quads. Draw such a list into a `Bitmap` on another thread, and
  /// append the bitmap. A clip between pixel edges may still need a texture.
  ///
  /// - Complexity: O(commands).
  public static func needsTextures(_ list: DisplayList) -> Bool {
    list.walk { _ in list.commands.contains { needsTexture($0) } }
  }

  private static func needsTexture(_ command: DisplayCommand) -> Bool {
    switch command {
    case .fill, .shadow: false
    case .border(_, let border):
      [border.top, border.right, border.bottom, border.left].contains {
        $0.pattern == .dashed && $0.width > 0
      }
    case .text(let layout, _):
      layout.decorationLines.contains { [.dashed, .wavy].contains($0.decoration.pattern) }
        || layout.inlineCommands().contains { needsTexture($0) }
    case .textShadow, .textStroke, .image: true
    case .group(let group):
      group.hasEffects || group.opacity < 1 || group.isTooDeep
        || (group.clip.map { $0.corners != CornerRadii(all: 0) } ?? false)
        || group.commands.contains { needsTexture($0) }
    }
  }
}
