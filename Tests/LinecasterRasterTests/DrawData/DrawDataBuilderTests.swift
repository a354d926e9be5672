import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import LinecasterWitness
import Testing

@testable import LinecasterRaster

/// Draw data has the pixels of a canvas, and changes only with the lists.
@Suite struct DrawDataBuilderTests {
  private static let window = PixelRect(x: 0, y: 0, width: 160, height: 120)
  private let rasterizer = DisplayRasterizer()

  private func list(_ commands: [DisplayCommand]) -> DisplayList {
    var list = DisplayList(size: Size(width: 160, height: 120))
    for command in commands { list.append(command) }
    return list
  }

  private func text(_ string: String) throws -> TextLayout {
    Typesetter(fonts: try .bundled()).prepare(Paragraph(string)).layout(width: 150)
  }

  private func builder(_ scale: Double = 1) -> DrawDataBuilder {
    DrawDataBuilder(scale: PixelScale(scale), rasterizer: rasterizer)
  }

  /// The greatest difference between the shader's pixels and those of the canvas.
  private func difference(_ list: DisplayList, _ scale: Double = 1) throws -> Int {
    let expected = try rasterizer.rasterize(list, scale: PixelScale(scale), background: .white)
    var builder = builder(scale)
    builder.beginFrame(
      viewport: PixelRect(x: 0, y: 0, width: expected.width, height: expected.height))
    try builder.append(list)
    _ = builder.endFrame()
    var model = ShaderModel(width: expected.width, height: expected.height, background: .white)
    model.upload(from: &builder)
    model.draw(builder.data)
    return zip(model.pixels, expected.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  private static let box = DisplayShape(Rect(x: 20.25, y: 15.5, width: 100, height: 80.3))
  private static let round = DisplayShape(
    Rect(x: 20.25, y: 15.5, width: 100, height: 80.3),
    corners: CornerRadii(topLeft: 30, topRight: 12, bottomRight: 3, bottomLeft: 1))

  @Test(arguments: [1, 1.5, 2])
  func shapesHaveTheirPixels(scale: Double) throws {
    let stops: [GradientStop] = .even(.black, .white, Color(rgb: 0xFF0000), .black)
    for shape in [Self.box, Self.round] {
      for paint in [
        .color(.black), .linear(LinearGradient(angle: 30, stops: stops)),
        .radial(RadialGradient(stops: stops)), .conic(ConicGradient(angle: 40, stops: stops)),
      ] as [DisplayPaint] {
        let found = try difference(list([.fill(shape, paint)]), scale)
        #expect(found <= 12)
      }
      let line = BorderEdge(width: 3, color: .black)
      for border in [
        Border(top: line, right: line, bottom: line, left: line),
        Border(top: line, right: .none, bottom: line, left: .none),
      ] {
        let found = try difference(list([.border(shape, border)]), scale)
        #expect(found <= 24)
      }
    }
  }

  @Test(arguments: [0, 3, 12, 40])
  func shadowsHaveTheirPixels(blur: Double) throws {
    for shape in [Self.box, Self.round] {
      var shadow = Shadow(.black, offset: Point(x: 3, y: 5), blur: blur)
      for isInset in [false, true] {
        shadow.isInset = isInset
        let found = try difference(list([.shadow(shape, shadow)]))
        #expect(found <= 16)
      }
    }
  }

  @Test func otherStepsAreTextures() throws {
    let box = DisplayShape(Rect(x: 30, y: 30, width: 60, height: 50), cornerRadius: 9)
    let dashes = BorderEdge(width: 3, color: .black, pattern: .dashed)
    let fill = DisplayCommand.fill(Self.box, .color(Color(rgb: 0x3366FF)))
    for command in [
      .border(box, Border(top: dashes, right: dashes, bottom: dashes, left: dashes)),
      .group(DisplayGroup([fill], opacity: 0.5)), .group(DisplayGroup([fill], clip: box)),
      .group(DisplayGroup([fill], effects: DisplayEffects(filters: [.blur(3)]))),
      .textShadow(
        try text("shadow"), origin: Point(x: 9, y: 9), Shadow(.black, blur: 4)),
    ] as [DisplayCommand] {
      var builder = builder()
      builder.beginFrame(viewport: Self.window)
      try builder.append(list([command]))
      _ = builder.endFrame()
      let texture = try #require(builder.data.commands.first).texture
      #expect(builder.data.commands.count == 1 && texture % 2 == 1)
      #expect(try difference(list([command])) <= 1)
    }
  }

  @Test func aBlendModeSeesTheListOnly() throws {
    let multiplied = DisplayGroup(
      [.fill(Self.round, .color(Color(rgb: 0x808080)))], effects: DisplayEffects(blend: .multiply))
    let all = DisplayShape(Rect(x: 0, y: 0, width: 160, height: 120))
    let commands: [DisplayCommand] = [.fill(all, .color(Color(rgb: 0xAACC88))), .group(multiplied)]
    #expect(try difference(list(commands)) <= 1)
  }

  @Test func aClipOfWholePixelsNeedsNoTexture() throws {
    let clip = DisplayShape(Rect(x: 10, y: 10, width: 50, height: 20))
    let layout = try text("A text that is cut off on all sides of its box")
    let group = DisplayGroup([.text(layout, origin: Point(x: 4, y: 2))], clip: clip)
    var builder = builder()
    builder.beginFrame(viewport: Self.window)
    try builder.append(list([.group(group)]))
    _ = builder.endFrame()
    #expect(builder.data.commands.allSatisfy { $0.texture % 2 == 0 })
    #expect(builder.data.vertices.allSatisfy { 10...60 ~= $0.x && 10...30 ~= $0.y })
    #expect(builder.data.vertices.count > 20)
  }

  @Test func anEqualFrameChangesNothing() throws {
    let lists = try (0..<3).map { list([.text(try text("Row \($0)"), origin: .zero)]) }
    var builder = builder()
    var model = ShaderModel(width: 160, height: 120, background: .white)
    func frame(_ top: Double) throws -> Bool {
      builder.beginFrame(viewport: Self.window)
      for (index, list) in lists.enumerated() {
        try builder.append(list, at: Point(x: 0, y: top + Double(index) * 30))
      }
      let hasChanged = builder.endFrame()
      model.upload(from: &builder)
      return hasChanged
    }
    #expect(try frame(0))
    let (vertices, uploaded) = (builder.data.vertices, model.uploadCount)
    #expect(try !frame(0))
    #expect(builder.data.vertices == vertices && model.uploadCount == uploaded)
    // Scrolling moves the vertices and uploads nothing.
    #expect(try frame(7))
    #expect(model.uploadCount == uploaded && builder.data.vertices.count == vertices.count)
    for (old, new) in zip(vertices, builder.data.vertices) {
      #expect(new.y == old.y + 7 && new.x == old.x && new.u == old.u && new.v == old.v)
    }
    #expect(builder.data.indices.count == vertices.count / 4 * 6)
  }

  /// The greatest difference between a frame and pixels.
  private func difference(
    to expected: Bitmap, _ append: (inout DrawDataBuilder) throws -> Void
  ) throws -> Int {
    var builder = builder()
    builder.beginFrame(viewport: expected.bounds)
    try append(&builder)
    let hasChanged = builder.endFrame()
    #expect(hasChanged)
    var model = ShaderModel(width: expected.width, height: expected.height, background: .white)
    model.upload(from: &builder)
    model.draw(builder.data)
    return zip(model.pixels, expected.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test func listsFadeAsTheirGroups() throws {
    let stops: [GradientStop] = .even(.black, .white, Color(rgb: 0xFF0000))
    for paint in [.color(.black), .linear(LinearGradient(stops: stops))] as [DisplayPaint] {
      let fill = DisplayCommand.fill(Self.round, paint)
      let group = DisplayGroup([fill], opacity: 0.4)
      let expected = try rasterizer.rasterize(
        list([.group(group)]), scale: .one, background: .white)
      let list = list([fill])
      let found = try difference(to: expected) { try $0.append(list, opacity: 0.4) }
      #expect(found <= 12)
      // A list that is invisible is not there.
      let white = try Bitmap(width: 160, height: 120, background: .white)
      let none = try difference(to: white) { builder in
        try builder.append(list, opacity: 0)
        builder.fill(PixelRect(x: 0, y: 0, width: 9, height: 9), with: .white)
      }
      #expect(none == 0)
    }
  }

  @Test func pixelsAndFillsHaveTheirPlaceInAClip() throws {
    var stamp = try Bitmap(width: 30, height: 20, background: Color(rgb: 0x336699))
    stamp.draw(try Bitmap(width: 5, height: 5, background: .black), atX: 2, y: 3)
    var expected = try Bitmap(width: 160, height: 120, background: .white)
    let red = try Bitmap(width: 40, height: 30, background: Color(rgb: 0xFF0000))
    expected.draw(red, atX: 10, y: 10)
    expected.draw(stamp.cropped(x: 0, y: 0, width: 20, height: 15), atX: 30, y: 25)
    let found = try difference(to: expected) { builder in
      builder.clip = PixelRect(x: 10, y: 10, width: 40, height: 30)
      builder.fill(PixelRect(x: 0, y: 0, width: 160, height: 120), with: Color(rgb: 0xFF0000))
      builder.append(stamp, x: 30, y: 25)
      builder.append(try Bitmap(width: 0, height: 0), x: 0, y: 0)
    }
    #expect(found == 0)
  }

  @Test func equalPixelsKeepTheirTexture() throws {
    var builder = builder()
    var stamp = try Bitmap(width: 3_000, height: 4, background: .black)
    func frame(_ x: Int) -> (changed: Bool, uploads: Int) {
      builder.beginFrame(viewport: Self.window)
      builder.append(stamp, x: x, y: 0)
      let changed = builder.endFrame()
      var uploads = 0
      builder.forEachUpload { upload, _ in uploads += upload.width > 0 ? 1 : 0 }
      return (changed, uploads)
    }
    // Two textures: no renderer needs larger ones.
    #expect(frame(0) == (true, 2))
    #expect(frame(0) == (false, 0))
    #expect(frame(-5) == (true, 0))
    stamp.draw(try Bitmap(width: 1, height: 1, background: .white), atX: 0, y: 0)
    #expect(frame(-5) == (true, 2))
    #expect(frame(.max) == (true, 0))
  }

  @Test func onlyWhatACanvasDrawsNeedsTextures() throws {
    let line = BorderEdge(width: 3, color: .black)
    let dashes = BorderEdge(width: 3, color: .black, pattern: .dashed)
    func border(_ edge: BorderEdge) -> DisplayCommand {
      .border(Self.round, Border(top: line, right: edge, bottom: line, left: line))
    }
    let text = try text("Words")
    let plain: [DisplayCommand] = [
      .fill(Self.round, .color(.black)), .shadow(Self.round, Shadow(.black, blur: 9)),
      border(line), .text(text, origin: .zero),
    ]
    #expect(!DrawDataBuilder.needsTextures(list(plain + [.group(DisplayGroup(plain))])))
    let others: [DisplayCommand] = [
      border(dashes), .textShadow(text, origin: .zero, Shadow(.black)),
      .group(DisplayGroup(plain, opacity: 0.5)), .group(DisplayGroup(plain, clip: Self.round)),
    ]
    for other in others {
      #expect(DrawDataBuilder.needsTextures(list(plain + [other])))
      #expect(DrawDataBuilder.needsTextures(list([.group(DisplayGroup([other]))])))
    }
  }

  @Test func texturesAreDeletedWithTheirList() throws {
    let fill = DisplayCommand.fill(Self.box, .color(.black))
    let faded = list([.group(DisplayGroup([fill], opacity: 0.5))])
    var builder = builder()
    var model = ShaderModel(width: 160, height: 120, background: .white)
    for frame in 0..<40 {
      builder.beginFrame(viewport: Self.window)
      if frame == 0 { try builder.append(faded) }
      try builder.append(list([fill]), at: Point(x: Double(frame), y: 0))
      _ = builder.endFrame()
      model.upload(from: &builder)
      if frame == 0 { #expect(model.textureCount == 1) }
    }
    #expect(model.textureCount == 0)
  }

  @Test func lostTexturesAreUploadedAgain() throws {
    let fill = DisplayCommand.fill(Self.box, .color(.black))
    let faded = DisplayCommand.group(DisplayGroup([fill], opacity: 0.5))
    let all = list([faded, .text(try text("Text"), origin: .zero)])
    var builder = builder()
    func pixels() throws -> [UInt8] {
      var model = ShaderModel(width: 160, height: 120, background: .white)
      builder.beginFrame(viewport: Self.window)
      try builder.append(all)
      _ = builder.endFrame()
      model.upload(from: &builder)
      model.draw(builder.data)
      return model.pixels
    }
    let first = try pixels()
    #expect(try pixels() != first)
    builder.markAllForUpload()
    #expect(try pixels() == first)
  }

  @Test func aFullAtlasGivesATexture() throws {
    let size = TextStyle(size: 90)
    let letters = String(String.UnicodeScalarView((0x4E..<0x17F).compactMap(UnicodeScalar.init)))
    let layout = Typesetter(fonts: try .bundled())
      .prepare(Paragraph(letters, style: size)).layout(width: 150)
    var tall = DisplayList(size: layout.size)
    tall.append(.text(layout, origin: .zero))
    var builder = DrawDataBuilder(
      scale: PixelScale(2), rasterizer: rasterizer,
      options: GlyphAtlas.Options(pageSide: 256, byteLimit: 1))
    builder.beginFrame(viewport: PixelRect(x: 0, y: 0, width: 320, height: 9000))
    try builder.append(tall)
    _ = builder.endFrame()
    #expect(builder.data.commands.allSatisfy { $0.texture % 2 == 1 })
    #expect(!builder.data.commands.isEmpty)
  }

  @Test func structsHaveTheirLayout() {
    #expect(MemoryLayout<DrawVertex>.stride == 24 && MemoryLayout<DrawCommand>.stride == 32)
    #expect(MemoryLayout<DrawVertex>.offset(of: \.color) == 16)
    #expect(MemoryLayout<DrawVertex>.offset(of: \.shape) == 20)
    #expect(MemoryLayout<DrawCommand>.offset(of: \.texture) == 16)
    #expect(MemoryLayout<DrawCommand>.offset(of: \.blend) == 28)
    #expect(MemoryLayout<SIMD4<Float>>.stride == 16)
  }
}
