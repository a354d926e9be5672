import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// Draws a display list on a page as text and vector shapes.
///
/// Effects that such pages cannot express are drawn as pixels, with invisible text in front for
/// selection: blurred shadows, filters, conic gradients, and backdrop effects of groups.
struct DocumentPainter<Page: DocumentPage> {
  private(set) var page: Page
  private let source: BandedImage.Drawing
  /// The pixels of a layout point in rasterized parts.
  private let pixelScale: PixelScale
  private let colors: ColorGlyphs
  private let scope: WorkScope
  /// The visible area, in the coordinates of the current layer.
  private var area: Rect
  /// Whether text is drawn as shapes, because it is written as text elsewhere.
  private var drawsShapes = false
  /// The number of pixels drawn so far.
  private var pixelCount = 0
  private let links: DocumentLinks

  init(
    _ page: Page, _ source: BandedImage.Drawing, _ colors: ColorGlyphs, _ scope: WorkScope
  ) {
    (self.page, self.source, self.colors) = (page, source, colors)
    self.scope = scope
    pixelScale = DocumentScale.pixels(of: source)
    links = DocumentLinks(source.document.links)
    area = Rect(origin: .zero, size: source.list.size)
  }

  /// Draws the list.
  ///
  /// - Throws: `RasterError` with code `tooLarge` if the pixels exceed the rasterizer's budget,
  ///   groups are nested too deeply, or text cannot be drawn; `CancellationError`.
  mutating func draw() throws {
    let (list, background) = (source.list, source.background)
    if background.alpha > 0 {
      page.fill(VectorPath(area), isEvenOdd: false, with: .color(background))
    }
    // Backdrops are drawn again in front of the original, and must cover it.
    if list.hasBackdrops, background.alpha < 255 { return try drawPixels(of: list.commands) }
    for (index, command) in list.commands.enumerated() {
      if case .group(let group) = command, let backdrop = group.backdrop {
        try draw(backdrop, of: group, on: Array(list.commands[..<index]))
      } else {
        try draw(command)
      }
    }
  }

  /// Draws commands that do not affect the pixels beneath them.
  private mutating func draw(_ commands: [DisplayCommand]) throws {
    if commands.contains(where: \.changesBackdrop) { return try drawPixels(of: commands) }
    for command in commands { try draw(command) }
  }

  private mutating func draw(_ command: DisplayCommand) throws {
    try scope.checkCancellation()
    switch command {
    case .fill(let shape, let paint): try fill(shape, paint)
    case .border(let shape, let border): draw(border, in: shape)
    case .shadow(let shape, let shadow): try draw(shadow, of: shape)
    case .text(let layout, let origin): try draw(layout, at: origin)
    case .textShadow(let layout, let origin, let shadow):
      try draw(shadow, of: layout, at: origin)
    case .textStroke(let layout, let origin, let stroke):
      try draw(stroke, of: layout, at: origin)
    case .image(let image, let shape, let mode, let tint):
      try draw(image, in: shape, mode, tint)
    case .group(let group): try draw(group)
    }
  }
}

// MARK: - Pixels

extension DocumentPainter {
  /// Draws commands as pixels, with invisible text in front.
  private mutating func drawPixels(of commands: [DisplayCommand]) throws {
    try drawPixels(commands, on: .clear)
    try drawUnseen(commands)
  }

  private mutating func drawPixels(
    _ commands: [DisplayCommand], on ground: Color, in part: Rect? = nil
  ) throws {
    guard let room = area.intersection(part ?? area) else { return }
    let drawn = try source.rasterizer.part(
      of: commands, in: room, scale: pixelScale, text: source.text, on: ground, scope)
    guard let drawn else { return }
    try count(drawn.bitmap)
    page.draw(drawn.bitmap, in: drawn.frame, named: nil)
  }

  /// Counts the pixels in the file against the budget.
  private mutating func count(_ bitmap: Bitmap) throws(RenderBudget.Excess) {
    pixelCount += bitmap.width * bitmap.height
    try source.rasterizer.budget.check(
      .pixels, pixelCount, of: "parts that are drawn as pixels")
  }

  /// Writes the text of commands invisibly.
  private mutating func drawUnseen(_ commands: [DisplayCommand]) throws {
    guard !drawsShapes else { return }
    for command in commands {
      try scope.checkCancellation()
      switch command {
      case .text(let layout, let origin):
        try drawUnseen(layout.inlineCommands(at: origin, scale: source.scale))
        try draw(runsOf: layout, at: origin, isSeen: false)
      case .group(let group):
        let effects = group.effects
        guard effects.transform.inverse != nil else { continue }
        try withLayer(DocumentLayer(transform: effects.transform, area: area)) { painter in
          try painter.drawUnseen(group.commands)
        }
      case .fill, .border, .shadow, .textShadow, .textStroke, .image: continue
      }
    }
  }
}

// MARK: - Groups

extension DocumentPainter {
  /// Draws the content of a layer.
  private mutating func withLayer(
    _ layer: DocumentLayer, _ body: (inout DocumentPainter) throws -> Void
  ) throws {
    guard let back = layer.transform.inverse else { return }
    let outer = area
    defer { area = outer }
    area = layer.transform == .identity ? area : back.bounds(of: area)
    var layer = layer
    layer.area = area
    page.begin(layer)
    try body(&self)
    page.end()
  }

  private mutating func mask(_ body: (inout DocumentPainter) throws -> Void) throws -> Int {
    let outer = drawsShapes
    defer { drawsShapes = outer }
    drawsShapes = true
    page.beginMask(area)
    try body(&self)
    return page.endMask()
  }

  private mutating func draw(_ group: DisplayGroup) throws {
    guard !group.isTooDeep else {
      throw RasterError(
        code: .tooLarge, source: "display list",
        reason: "groups are nested deeper than \(DisplayGroup.maximumDepth)")
    }
    guard group.opacity > 0 else { return }
    let effects = group.effects
    guard effects.filters.isEmpty, effects.backdrop == nil, !group.hasBackdrops else {
      return try drawPixels(of: group)
    }
    if let steps = group.clippedSteps { return try draw(steps) }
    guard effects.transform.inverse != nil else { return }
    var layer = DocumentLayer(
      transform: effects.transform, opacity: group.opacity, blend: effects.blend, area: area)
    layer.isIsolated = group.hasBlends && effects.transform != .identity
    if let mask = effects.mask {
      let whole = area
      area = effects.transform.inverse?.bounds(of: area) ?? area
      layer.mask = try self.mask { try $0.draw(mask) }
      area = whole
    }
    if let paint = effects.paint {
      try withLayer(layer) { try $0.draw(group, paintedWith: paint) }
    } else if layer.isGroup || layer.transform != .identity {
      try withLayer(layer) { try $0.drawContents(of: group) }
    } else {
      try drawContents(of: group)
    }
  }

  /// Draws a group as pixels, which the document blends with what is beneath.
  private mutating func drawPixels(of group: DisplayGroup) throws {
    guard group.effects.blend != .normal else { return try drawPixels(of: [.group(group)]) }
    try withLayer(DocumentLayer(blend: group.effects.blend, area: area)) {
      try $0.drawPixels(of: [.group(group.withoutBlending)])
    }
  }

  private mutating func drawContents(of group: DisplayGroup) throws {
    guard let clip = group.clip else { return try draw(group.commands) }
    let path = VectorPath(clip)
    guard !path.isEmpty else { return }
    try withLayer(DocumentLayer(clips: [path], area: area)) { try $0.draw(group.commands) }
  }

  /// Draws a fill through the alpha of a group, with invisible text in front.
  private mutating func draw(_ group: DisplayGroup, paintedWith fill: DisplayFill) throws {
    let mask = try mask { try $0.drawContents(of: group) }
    try withLayer(DocumentLayer(mask: mask, area: area)) { try $0.fill(fill.shape, fill.paint) }
    try drawUnseen(group.commands)
  }

  /// Draws the backdrop effect of a group, which covers the original, then the group.
  private mutating func draw(
    _ backdrop: DisplayBackdrop, of group: DisplayGroup, on beneath: [DisplayCommand]
  ) throws {
    try scope.checkCancellation()
    var effects = DisplayEffects(transform: group.effects.transform, backdrop: backdrop)
    effects.mask = group.effects.mask
    let change = DisplayCommand.group(
      DisplayGroup([], opacity: group.opacity, effects: effects))
    try drawPixels(
      beneath + [change], on: source.background,
      in: effects.transform.bounds(of: backdrop.shape.rect))
    var rest = group.effects
    rest.backdrop = nil
    try draw(
      .group(
        DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip, effects: rest)))
  }
}

// MARK: - Shapes

extension DocumentPainter {
  /// The visible pixels.
  private var pixels: PixelRect {
    func pixel(_ place: Double) -> Int {
      Int(saturating: (place * source.scale.factor).limited(to: 1e9))
    }
    return PixelRect(
      left: pixel(area.minX) - 1, top: pixel(area.minY) - 1, right: pixel(area.maxX) + 2,
      bottom: pixel(area.maxY) + 2)
  }

  private mutating func fill(_ shape: DisplayShape, _ paint: DisplayPaint) throws {
    let path = VectorPath(shape)
    guard !path.isEmpty else { return }
    if let paint = VectorPaint(paint, in: shape.rect) {
      page.fill(path, isEvenOdd: false, with: paint)
    } else if case .conic(let gradient) = paint, !gradient.stops.isEmpty {
      // The image extends beyond the path, whose edges are sharp.
      try withLayer(DocumentLayer(clips: [path], area: area)) { painter in
        try painter.drawPixels(
          [.fill(DisplayShape(shape.rect), paint)], on: .clear, in: shape.rect)
      }
    }
  }

  private mutating func fill(_ outlines: [ShapeOutline], with color: Color) {
    guard color.alpha > 0 else { return }
    var path = VectorPath()
    for outline in outlines { path.add(outline, scale: source.scale) }
    if !path.isEmpty { page.fill(path, isEvenOdd: false, with: .color(color)) }
  }

  private mutating func draw(_ border: Border, in shape: DisplayShape) {
    for part in BorderPart.parts(of: border, in: shape, scale: source.scale, clip: pixels) {
      guard let (outer, inner) = part.ring else {
        fill(part.outlines ?? [], with: part.color)
        continue
      }
      var ring = VectorPath()
      ring.add(outer, scale: source.scale)
      ring.add(inner, scale: source.scale)
      if let outlines = part.outlines {
        page.begin(DocumentLayer(clips: [ring], area: area))
        fill(outlines, with: part.color)
        page.end()
      } else {
        page.fill(ring, isEvenOdd: true, with: .color(part.color))
      }
    }
  }

  private mutating func draw(_ shadow: Shadow, of shape: DisplayShape) throws {
    guard shadow.color.alpha > 0, shadow.offset.x.isFinite, shadow.offset.y.isFinite,
      shadow.spread.isFinite
    else { return }
    guard !(shadow.blur > 0) else { return try drawPixels([.shadow(shape, shadow)], on: .clear) }
    let (box, outline) = (VectorPath(shape), VectorPath(shadow.outline(of: shape)))
    guard !box.isEmpty, shadow.isInset || !outline.isEmpty else { return }
    var around = VectorPath(shadow.isInset ? shape.rect.inset(by: Insets(all: -1)) : area)
    around.append(shadow.isInset ? outline : box)
    try withLayer(DocumentLayer(clips: [shadow.isInset ? box : around], area: area)) {
      $0.page.fill(
        shadow.isInset ? around : outline, isEvenOdd: true, with: .color(shadow.color))
    }
  }

  /// Draws an image like `Canvas.draw(_:in:_:tint:)`.
  private mutating func draw(
    _ image: ImageReference, in shape: DisplayShape, _ mode: ContentMode, _ tint: Color?
  ) throws {
    let path = VectorPath(shape)
    guard !path.isEmpty else { return }
    let images = source.rasterizer.images
    guard let images, let size = images.naturalSize(of: image), size.width > 0, size.height > 0
    else { return try drawPixels([.image(image, shape, mode, tint: tint)], on: .clear) }
    let place = mode.rect(of: size, in: shape.rect)
    func pixels(_ length: Double) -> Int {
      let wanted = (length * pixelScale.factor).rounded(.up)
      return Int(saturating: min(max(wanted, 0), Double(Bitmap.maximumSide)))
    }
    let wanted = PixelSize(width: pixels(place.width), height: pixels(place.height))
    guard let bitmap = images.bitmap(for: image, covering: wanted), bitmap.width > 0,
      bitmap.height > 0
    else { return try drawPixels([.image(image, shape, mode, tint: tint)], on: .clear) }
    let pixelSize = PixelSize(width: bitmap.width, height: bitmap.height)
    try count(bitmap)
    try withLayer(DocumentLayer(clips: [path], area: area)) { painter in
      painter.page.begin(.image(shape.rect))
      painter.page.draw(
        tint.map { bitmap.tinted($0) } ?? bitmap, in: place,
        named: DocumentImage(image: image, size: pixelSize, tint: tint))
      painter.page.endPart()
    }
  }
}

extension Bitmap {
  /// The alpha of the image, filled with a colour.
  fileprivate func tinted(_ color: Color) -> Bitmap {
    let ink = PremultipliedPixel(color)
    var bytes = pixels
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = pixels[start + 3]
      bytes[start] = ink.red.multiplied(by: alpha)
      bytes[start + 1] = ink.green.multiplied(by: alpha)
      bytes[start + 2] = ink.blue.multiplied(by: alpha)
      bytes[start + 3] = ink.alpha.multiplied(by: alpha)
    }
    return (try? Bitmap(width: width, height: height, pixels: bytes)) ?? self
  }
}

// MARK: - Text

extension DocumentPainter {
  private mutating func draw(_ layout: TextLayout, at origin: Point) throws {
    let (backgrounds, lines) = try layout.decorations(scope)
    try draw(layout.inlineCommands(at: origin, scale: source.scale))
    for background in backgrounds where background.color.alpha > 0 {
      let frame = layout.axes.page(background.frame).offset(x: origin.x, y: origin.y)
      page.fill(VectorPath(DisplayShape(frame)), isEvenOdd: false, with: .color(background.color))
    }
    for line in lines where line.decoration.position != .strikethrough {
      draw(line, of: layout, at: origin, in: line.color)
    }
    try draw(runsOf: layout, at: origin, isSeen: true)
    for line in lines where line.decoration.position == .strikethrough {
      draw(line, of: layout, at: origin, in: line.color)
    }
  }

  private mutating func draw(
    _ line: TextDecorationLine, of layout: TextLayout, at origin: Point, in color: Color
  ) {
    fill(
      ShapeOutline.outlines(
        of: line, layout.axes, at: origin, scale: source.scale, clip: pixels), with: color)
  }

  private mutating func draw(runsOf layout: TextLayout, at origin: Point, isSeen: Bool) throws {
    let runs = layout.glyphRuns
    let language = runs.first?.style.language
    var link: Int??
    defer { if link != nil { page.endPart() } }
    for run in runs {
      try scope.checkCancellation()
      let next = links.index(of: run, at: origin)
      if !drawsShapes, link != .some(next) {
        if link != nil { page.endPart() }
        page.begin(.text(at: origin, language: language, link: next, continues: link != nil))
        link = .some(next)
      }
      guard run.size > 0, run.color.alpha > 0 || !isSeen else { continue }
      if drawsShapes {
        try drawShapes(of: run, at: origin, in: run.color)
      } else {
        try page.draw(run, at: origin, isSeen: isSeen)
      }
    }
  }

  /// Draws text as shapes and images.
  private mutating func drawShapes(
    of run: GlyphRun, at origin: Point, in color: Color
  ) throws(RasterError) {
    for glyph in try colors.images(of: run, at: origin, scale: pixelScale) {
      page.draw(glyph.image, in: glyph.frame, named: nil)
    }
    let path = try colors.outlines(of: run, at: origin)
    guard !path.isEmpty else { return }
    page.fill(path, isEvenOdd: false, with: .color(color))
    if run.face.synthesis.emboldens {
      page.stroke(path, width: run.size * FontSynthesis.strength, color: color)
    }
  }

  private mutating func draw(
    _ shadow: Shadow, of layout: TextLayout, at origin: Point
  ) throws {
    guard shadow.color.alpha > 0, shadow.offset.x.isFinite, shadow.offset.y.isFinite else {
      return
    }
    let runs = layout.glyphRuns
    guard !(shadow.blur > 0), !runs.contains(where: { colors.hasColors($0.face) }) else {
      return try drawPixels([.textShadow(layout, origin: origin, shadow)], on: .clear)
    }
    let place = origin.offset(x: shadow.offset.x, y: shadow.offset.y)
    for line in try layout.decorations(scope).lines {
      draw(line, of: layout, at: place, in: shadow.color)
    }
    for run in runs where run.size > 0 {
      try scope.checkCancellation()
      try drawShapes(of: run, at: place, in: shadow.color)
    }
  }

  private mutating func draw(
    _ stroke: TextStroke, of layout: TextLayout, at origin: Point
  ) throws {
    guard stroke.width > 0, stroke.width.isFinite, stroke.color.alpha > 0 else { return }
    for run in layout.glyphRuns where run.size > 0 {
      try scope.checkCancellation()
      let path = try colors.outlines(of: run, at: origin)
      if !path.isEmpty { page.stroke(path, width: stroke.width, color: stroke.color) }
    }
  }
}

/// The scale of the raster parts of documents.
enum DocumentScale {
  /// The minimum pixels of a layout point; fewer would be visible on paper.
  static let least = 2.0

  /// The scale for a drawing.
  static func pixels(of drawing: BandedImage.Drawing?) -> PixelScale {
    PixelScale(max(drawing?.scale.factor ?? least, least))
  }
}

extension BandedImage {
  /// The bytes of a document's pixels, with their compressed form; 0 for drawings. Sides are
  /// limited, so the product cannot overflow.
  var documentByteCount: Int { drawing == nil ? width * height * 8 : 0 }

  /// Throws if there is nothing to write.
  private func checkIsSome(_ name: String) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(code: .empty, source: name, reason: "\(width) × \(height) pixels")
    }
  }

  /// A page of the image's drawing, or of its pixels if it has no drawing.
  ///
  /// - Parameters:
  ///   - name: The name of the file in error messages.
  ///   - makePage: Makes a page with a size in points.
  /// - Throws: `ImageError` if there is nothing to write; errors of drawing; `CancellationError`.
  func page<Page: DocumentPage>(
    _ name: String, _ scope: WorkScope,
    _ makePage: (_ size: Size, _ scale: PixelScale, _ colors: ColorGlyphs) -> Page
  ) throws -> Page {
    try checkIsSome(name)
    let drawing = try self.drawing?()
    let colors = ColorGlyphs(drawing?.rasterizer ?? DisplayRasterizer())
    let size = drawing?.list.size ?? Size(width: Double(width), height: Double(height))
    var page = makePage(size, DocumentScale.pixels(of: drawing), colors)
    page.describe(drawing?.document ?? DocumentDescription())
    guard let drawing else {
      var top = 0.0
      try forEachBand(in: scope) { band in
        let (width, height) = (Double(band.width), Double(band.height))
        page.draw(band, in: Rect(x: 0, y: top, width: width, height: height), named: nil)
        top += height
      }
      return page
    }
    let blank = page
    return try drawing.list.walk(scope) { scope in
      var painter = DocumentPainter(blank, drawing, colors, scope)
      try painter.draw()
      return painter.page
    }
  }
}
