public import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
public import LinecasterRaster
import LinecasterText

/// Writes PDF 1.7 files (ISO 32000-1) of one page, with text as text.
///
/// A drawing of a display list is written as text, shapes and images; a layout point is a point of
/// the page (1/72 inch). Text can be searched and copied, and fonts are subset to the drawn glyphs.
/// Features that PDF cannot express are drawn as pixels: blurred shadows, filters, conic gradients,
/// backdrop effects and colour glyphs. These pixels have the scale of the drawing, but at least two
/// per point. Images that are not drawings of a display list are written with one pixel per point.
/// Equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try PDFEncoder().write(picture, to: path)
///
/// An encoder is a value that any thread may use.
public struct PDFEncoder: ImageEncoder {
  /// Creates an encoder.
  public init() {}

  /// Encodes a drawing, and passes the bytes of the file to `sink`.
  ///
  /// - Throws: `ImageError` with code `empty` for an image without pixels. `RenderBudget.Excess` if
  ///   the pixels in the file exceed the rasterizer's budget. `RasterError` with code
  ///   `unusableFace` if text cannot be drawn. `CancellationError` if the scope is cancelled.
  ///   The errors of `sink`.
  /// - Complexity: O(steps + glyphs + pixels of images + glyphs of the fonts) in time, and O(bytes
  ///   of the file) in memory.
  public func encode(
    _ image: BandedImage, name: String, in scope: WorkScope, to sink: ([UInt8]) throws -> Void
  ) throws {
    var page = try image.page(name, scope) { PDFPage($0, scale: $1, $2) }
    try sink(try page.finish(scope))
  }

  /// Returns the maximum memory for the pixels of an image that is not a drawing, in bytes.
  /// Drawings count against the rasterizer's budget.
  public func peakByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}

/// A page of a PDF 1.7 file (ISO 32000-1) in progress.
struct PDFPage: DocumentPage {
  private var file = PDFFile()
  private var fonts = PDFFonts()
  private let colors: ColorGlyphs
  private let size: Size
  private let resources: Int
  /// The pixels of a layout point in glyph images.
  private let scale: PixelScale

  /// The content of the page and of its open groups.
  private var contents = [Content()]
  private var layers: [DocumentLayer] = []
  /// Finished groups, written when the codes of their glyphs are known.
  private var forms: [(object: Int, entries: String, content: Content)] = []
  private var objects = Resources()

  /// Drawing operators, and the positions of glyph codes in them.
  fileprivate struct Content {
    var text = DocumentBytes()
    var calls: [(place: Int, code: PDFFonts.Code)] = []
    /// The visible area.
    var area = Rect.zero
  }

  /// The named resources of content streams.
  private struct Resources {
    /// The objects of images and groups; their names are their indices.
    var drawn: [Int] = []
    /// Graphics states and gradients, by their definitions.
    var states: [String: Int] = [:]
    var shadings: [String: Int] = [:]
    var images: [DocumentImage: Int] = [:]
    /// The graphics states that set masks.
    var masks: [Int] = []
  }

  init(_ size: Size, scale: PixelScale, _ colors: ColorGlyphs) {
    (self.size, self.scale, self.colors) = (size, scale, colors)
    resources = file.reserve()
    // The origin of pages is the lower left corner.
    text.put([1, 0, 0, -1, 0, size.height], " cm\n")
  }

  /// The innermost content stream.
  private var text: DocumentBytes {
    get { contents[contents.count - 1].text }
    _modify { yield &contents[contents.count - 1].text }
  }
}

// MARK: - Shapes

extension PDFPage {
  mutating func fill(_ path: VectorPath, isEvenOdd: Bool, with paint: VectorPaint) {
    guard case .color(let color) = paint else {
      return fill(path, isEvenOdd: isEvenOdd, withGradient: paint)
    }
    guard color.alpha > 0 else { return }
    text.put("q\n")
    setColor(color, "rg")
    text.put(path)
    text.put(isEvenOdd ? "f*\nQ\n" : "f\nQ\n")
  }

  mutating func stroke(_ path: VectorPath, width: Double, color: Color) {
    guard color.alpha > 0 else { return }
    text.put("q\n")
    setColor(color, "RG")
    text.put([width], " w 4 M\n")
    text.put(path)
    text.put("S\nQ\n")
  }

  private mutating func setColor(_ color: Color, _ ending: String) {
    setOpacity(color.alpha)
    text.put(color.parts, " \(ending)\n")
  }

  private mutating func setOpacity(_ alpha: UInt8) {
    guard alpha < 255 else { return }
    var value = DocumentBytes()
    value.put(Double(alpha) / 255)
    let number = String(decoding: value.bytes, as: UTF8.self)
    set(state: "/ca \(number) /CA \(number)")
  }

  private mutating func set(state: String) {
    let object = objects.states[state] ?? file.add("<< /Type /ExtGState \(state) >>")
    objects.states[state] = object
    text.put("/S\(object) gs\n")
  }

  private mutating func fill(
    _ path: VectorPath, isEvenOdd: Bool, withGradient paint: VectorPaint
  ) {
    guard let gradient = PDFGradient(paint) else { return }
    text.put("q\n")
    text.put(path)
    text.put(isEvenOdd ? "W* n\n" : "W n\n")
    let area = path.bounds ?? .zero
    if let opacity = gradient.opacity {
      setOpacity(opacity)
    } else {
      // The grey value of the mask is the opacity.
      var content = Content(area: area)
      content.text.put(gradient.matrix, " cm\n")
      content.text.put("/H\(shading(gradient.description(isMask: true))) sh\n")
      let form = add(content, "/S /Transparency /I true /CS /DeviceGray")
      set(state: "/SMask << /S /Luminosity /G \(form) 0 R >>")
    }
    text.put(gradient.matrix, " cm\n")
    text.put("/H\(shading(gradient.description(isMask: false))) sh\nQ\n")
  }

  private mutating func shading(_ description: String) -> Int {
    if let known = objects.shadings[description] { return known }
    let object = file.add(description)
    objects.shadings[description] = object
    return object
  }
}

extension Color {
  /// Red, green and blue, from 0 to 1.
  fileprivate var parts: [Double] { [red, green, blue].map { Double($0) / 255 } }
}

// MARK: - Images

extension PDFPage {
  mutating func draw(_ image: Bitmap, in frame: Rect, named name: DocumentImage?) {
    guard image.width > 0, image.height > 0 else { return }
    let known = name.flatMap { objects.images[$0] }
    let object = known ?? Self.write(image, to: &file)
    if let name { objects.images[name] = object }
    if known == nil { objects.drawn.append(object) }
    text.put("q ")
    text.put([frame.width, 0, 0, -frame.height, frame.minX, frame.maxY], " cm /X\(object) Do Q\n")
  }

  /// Writes an image, with its opacity as a soft mask, and returns its number (§8.9).
  fileprivate static func write(_ image: Bitmap, to file: inout PDFFile) -> Int {
    let straight = StraightAlpha.straight(image.pixels)
    let count = image.width * image.height
    var (colors, alphas): ([UInt8], [UInt8]) = ([], [])
    colors.reserveCapacity(count * 3)
    alphas.reserveCapacity(count)
    for start in stride(from: 0, to: straight.count, by: 4) {
      colors.append(straight[start])
      colors.append(straight[start + 1])
      colors.append(straight[start + 2])
      alphas.append(straight[start + 3])
    }
    let entries =
      "/Type /XObject /Subtype /Image /Width \(image.width) /Height \(image.height) "
      + "/BitsPerComponent 8 /Interpolate true"
    var mask = ""
    if alphas.contains(where: { $0 < 255 }) {
      mask =
        " /SMask \(file.add(stream: alphas, "\(entries) /ColorSpace /DeviceGray")) 0 R"
    }
    return file.add(stream: colors, "\(entries) /ColorSpace /DeviceRGB\(mask)")
  }
}

// MARK: - Layers

extension PDFPage {
  mutating func begin(_ layer: DocumentLayer) {
    layers.append(layer)
    text.put("q\n")
    let map = layer.transform
    if map != .identity { text.put([map.a, map.b, map.c, map.d, map.x, map.y], " cm\n") }
    if layer.isGroup { contents.append(Content(area: layer.area)) }
    for clip in layer.clips {
      text.put(clip)
      text.put("W* n\n")
    }
  }

  mutating func end() {
    guard let layer = layers.popLast() else { return }
    if layer.isGroup, contents.count > 1 {
      let form = add(contents.removeLast(), "/S /Transparency /I true /CS /DeviceRGB")
      if layer.opacity < 1 { setOpacity(UInt8(saturating: (layer.opacity * 255).rounded())) }
      if layer.blend != .normal { set(state: "/BM /\(layer.blend.pdfName)") }
      if let mask = layer.mask, objects.masks.indices.contains(mask) {
        set(state: "/SMask << /S /Alpha /G \(objects.masks[mask]) 0 R >>")
      }
      objects.drawn.append(form)
      text.put("/X\(form) Do\n")
    }
    text.put("Q\n")
  }

  mutating func beginMask(_ area: Rect) { contents.append(Content(area: area)) }

  mutating func endMask() -> Int {
    guard contents.count > 1 else { return -1 }
    objects.masks.append(
      add(contents.removeLast(), "/S /Transparency /I true /CS /DeviceRGB"))
    return objects.masks.count - 1
  }

  /// Adds a group that is written at the end, and returns its number.
  private mutating func add(_ content: Content, _ group: String) -> Int {
    let area = content.area
    var entries = DocumentBytes()
    entries.put("/Type /XObject /Subtype /Form /BBox [")
    entries.put([area.minX, area.minY, area.maxX, area.maxY], "] /Group << /Type /Group ")
    entries.put("\(group) >> /Resources \(resources) 0 R")
    let object = file.reserve()
    forms.append((object, String(decoding: entries.bytes, as: UTF8.self), content))
    return object
  }
}

extension BlendMode {
  /// The PDF name of the blend mode (§11.3.5).
  fileprivate var pdfName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

// MARK: - Text

extension PDFPage {
  mutating func draw(_ run: GlyphRun, at origin: Point, isSeen: Bool) throws(RasterError) {
    text.put("q\n")
    if isSeen { setColor(run.color, "rg") }
    text.put("BT\n")
    if !isSeen {
      text.put("3 Tr\n")
    } else if run.face.synthesis.emboldens {
      text.put(run.color.parts, " RG ")
      text.put([run.size * FontSynthesis.strength], " w 4 M 2 Tr\n")
    }
    var pen = TextPen(run, at: origin)
    for word in Self.words(of: run) { show(word, of: run, isSeen: isSeen, with: &pen) }
    closeRow(&pen)
    text.put("ET\nQ\n")
  }

  /// The clusters of a run, from left to right. If its letters are apart, those of a word are
  /// together, because readers divide text at gaps.
  private static func words(of run: GlyphRun) -> [[GlyphCluster]] {
    guard run.spreadsLetters else { return run.clusters.map { [$0] } }
    var words: [[GlyphCluster]] = []
    for cluster in run.clusters {
      if let last = words.last?.last, !last.isSpace, !cluster.isSpace {
        words[words.count - 1].append(cluster)
      } else {
        words.append([cluster])
      }
    }
    return words
  }

  /// Shows clusters, with one text for extraction if there are several.
  private mutating func show(
    _ word: [GlyphCluster], of run: GlyphRun, isSeen: Bool, with pen: inout TextPen
  ) {
    guard word.count > 1 else {
      for cluster in word { show(cluster, of: run, isSeen: isSeen, with: &pen) }
      return
    }
    let text = (run.isRightToLeft ? word.reversed() : word).map(\.text).joined()
    closeRow(&pen)
    self.text.put("/Span << /ActualText \(text.pdfText) >> BDC\n")
    for cluster in word {
      for (index, code) in zip(cluster.glyphs, codes(of: cluster, run, isSeen, pen)) {
        show(code, glyph: index, with: &pen)
      }
    }
    closeRow(&pen)
    self.text.put("EMC\n")
  }

  private mutating func codes(
    of cluster: GlyphCluster, _ run: GlyphRun, _ isSeen: Bool, _ pen: TextPen
  ) -> [PDFFonts.Code] {
    cluster.glyphs.map { index in
      let glyph = pen.glyphs[index].identifier
      let image = colors.key(of: glyph, in: run, pixelsPerEm: run.size * scale.factor)
      return fonts.code(of: glyph, in: run.face, image: image, isSeen: isSeen, in: &file)
    }
  }

  /// Shows the glyphs of a cluster, with its text for extraction.
  private mutating func show(
    _ cluster: GlyphCluster, of run: GlyphRun, isSeen: Bool, with pen: inout TextPen
  ) {
    let codes = codes(of: cluster, run, isSeen, pen)
    guard let first = codes.first else { return }
    let isPlain = codes.count == 1 && fonts.reads(first, as: cluster.text)
    if !isPlain {
      closeRow(&pen)
      text.put("/Span << /ActualText \(cluster.text.pdfText) >> BDC\n")
    }
    for (index, code) in zip(cluster.glyphs, codes) { show(code, glyph: index, with: &pen) }
    guard !isPlain else { return }
    closeRow(&pen)
    text.put("EMC\n")
  }

  private mutating func show(_ code: PDFFonts.Code, glyph index: Int, with pen: inout TextPen) {
    let place = pen.place(index)
    if code.font != pen.font {
      closeRow(&pen)
      text.put("/\(PDFFonts.name(code.font)) ")
      text.put([pen.size], " Tf\n")
      pen.font = code.font
    }
    let (along, across) = pen.way(to: place)
    if !pen.isPlaced || abs(across) > TextPen.tolerance || abs(along) > TextPen.farthest {
      closeRow(&pen)
      let (right, up) = (pen.stance.right, pen.stance.up)
      text.put([right.x, right.y, up.x, up.y, place.x, place.y], " Tm\n")
      pen.move(to: place)
    } else if abs(along) > TextPen.tolerance {
      openRow(&pen)
      let thousandths = (-along * 1000).rounded()
      text.put([thousandths])
      pen.advance(by: -thousandths)
    }
    openRow(&pen)
    text.put("<")
    contents[contents.count - 1].calls.append((text.bytes.count, code))
    text.put(
      Array(UInt16(truncatingIfNeeded: code.index).hexadecimal.suffix(code.isWide ? 4 : 2)))
    text.put(">")
    pen.advance(by: fonts.width(of: code))
  }

  private mutating func openRow(_ pen: inout TextPen) {
    if !pen.isInRow { text.put("[") }
    pen.isInRow = true
  }

  private mutating func closeRow(_ pen: inout TextPen) {
    if pen.isInRow { text.put("] TJ\n") }
    pen.isInRow = false
  }
}

extension GlyphCluster {
  fileprivate var isSpace: Bool { text == " " || text == "\u{A0}" }
}

/// The current text position on a page, tracked by glyph widths.
private struct TextPen {
  let glyphs: [PlacedGlyph]
  let size: Double
  let stance: GlyphStance
  private let axes: LineAxes
  private let origin: Point
  private var pen = Point.zero
  private(set) var isPlaced = false
  /// Whether an array of glyphs and gaps is open.
  var isInRow = false
  var font = -1

  /// The largest invisible distance, in em.
  static let tolerance = 0.0005
  /// The largest distance that is written as a gap, in em.
  static let farthest = 30.0

  init(_ run: GlyphRun, at origin: Point) {
    glyphs = run.placedGlyphs
    size = run.size
    stance = GlyphStance(run)
    axes = run.axes
    self.origin = origin
  }

  func place(_ index: Int) -> Point {
    axes.page(glyphs[index].origin).offset(x: origin.x, y: origin.y)
  }

  /// The distance from the current position to a place, along and across the line, in em.
  func way(to place: Point) -> (along: Double, across: Double) {
    let (x, y) = ((place.x - pen.x) / size, (place.y - pen.y) / size)
    let right = stance.right
    return (x * right.x + y * right.y, y * right.x - x * right.y)
  }

  mutating func move(to place: Point) {
    pen = place
    isPlaced = true
  }

  /// Advances by thousandths of an em.
  mutating func advance(by thousandths: Double) {
    let length = thousandths / 1000 * size
    pen = pen.offset(x: length * stance.right.x, y: length * stance.right.y)
  }
}

// MARK: - The file

extension PDFPage {
  /// Writes the remaining objects, and returns the whole file.
  ///
  /// - Throws: As `PDFFonts.write` does.
  mutating func finish(_ scope: WorkScope) throws -> [UInt8] {
    let numbers = try fonts.write(
      to: &file, resources: resources, colors, scope
    ) { image, file in Self.write(image, to: &file) }
    for form in forms {
      file.add(stream: form.content.bytes(numbers), form.entries, as: form.object)
    }
    let content = file.add(stream: contents[0].bytes(numbers), "")
    func names(_ letter: String, _ objects: some Sequence<Int>) -> String {
      objects.sorted().map { "/\(letter)\($0) \($0) 0 R" }.joined(separator: " ")
    }
    file.add(
      "<< /Font << \(fonts.resources) >> /XObject << \(names("X", objects.drawn)) >> "
        + "/ExtGState << \(names("S", objects.states.values)) >> "
        + "/Shading << \(names("H", objects.shadings.values)) >> >>", as: resources)
    let pages = file.reserve()
    var box = DocumentBytes()
    box.put([0, 0, size.width, size.height])
    let page = file.add(
      "<< /Type /Page /Parent \(pages) 0 R "
        + "/MediaBox [\(String(decoding: box.bytes, as: UTF8.self))] "
        + "/Resources \(resources) 0 R /Contents \(content) 0 R "
        + "/Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >> >>")
    file.add("<< /Type /Pages /Kids [\(page) 0 R] /Count 1 >>", as: pages)
    let catalog = file.add("<< /Type /Catalog /Pages \(pages) 0 R >>")
    let information = file.add("<< /Producer (Linecaster) >>")
    return file.bytes(catalog: catalog, information: information)
  }
}

extension PDFPage.Content {
  /// The content with final glyph codes, after the fonts are written.
  fileprivate func bytes(_ numbers: PDFFonts.Numbers) -> [UInt8] {
    var text = text
    for (place, code) in calls where code.isWide {
      text.replace(at: place, with: numbers[code.font][code.index].hexadecimal)
    }
    return text.bytes
  }
}
