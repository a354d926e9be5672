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
  var file = PDFFile()
  var fonts = PDFFonts()
  let colors: ColorGlyphs
  let size: Size
  let resources: Int
  /// The pixels of a layout point in glyph images.
  let scale: PixelScale
  /// The meaning of the drawing.
  private(set) var document = DocumentDescription()
  private(set) var structure = PDFStructure()

  /// The content of the page and of its open groups.
  var contents = [Content()]
  private var layers: [DocumentLayer] = []
  /// Finished groups, written when the codes of their glyphs are known.
  private(set) var forms: [(object: Int, entries: String, content: Content)] = []
  private(set) var objects = Resources()
  /// The number of masks around the current content.
  private var maskDepth = 0
  /// Whether content belongs to a part of the structure.
  private var isInPart = false

  /// Drawing operators, and the positions of glyph codes in them.
  struct Content {
    var text = DocumentBytes()
    var calls: [(place: Int, code: PDFFonts.Code)] = []
    /// The visible area.
    var area = Rect.zero
    /// The number of its form; `nil` for the content of the page.
    var form: Int?
    /// The places of its marked content in the structure, by identifier.
    var places: [PDFStructure.Place] = []
  }

  /// The named resources of content streams.
  struct Resources {
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
  var text: DocumentBytes {
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
    asArtifact { page in
      page.text.put("q\n")
      page.setColor(color, "rg")
      page.text.put(path)
      page.text.put(isEvenOdd ? "f*\nQ\n" : "f\nQ\n")
    }
  }

  mutating func stroke(_ path: VectorPath, width: Double, color: Color) {
    guard color.alpha > 0 else { return }
    asArtifact { page in
      page.text.put("q\n")
      page.setColor(color, "RG")
      page.text.put([width], " w 4 M\n")
      page.text.put(path)
      page.text.put("S\nQ\n")
    }
  }

  mutating func setColor(_ color: Color, _ ending: String) {
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
    asArtifact { $0.fill(path, isEvenOdd: isEvenOdd, with: gradient) }
  }

  private mutating func fill(_ path: VectorPath, isEvenOdd: Bool, with gradient: PDFGradient) {
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
  var parts: [Double] { [red, green, blue].map { Double($0) / 255 } }
}

// MARK: - Images

extension PDFPage {
  mutating func draw(_ image: Bitmap, in frame: Rect, named name: DocumentImage?) {
    guard image.width > 0, image.height > 0 else { return }
    let known = name.flatMap { objects.images[$0] }
    let object = known ?? Self.write(image, to: &file)
    if let name { objects.images[name] = object }
    if known == nil { objects.drawn.append(object) }
    asArtifact { page in
      page.text.put("q ")
      page.text.put([frame.width, 0, 0, -frame.height, frame.minX, frame.maxY], " cm ")
      page.text.put("/X\(object) Do Q\n")
    }
  }

  /// Writes an image, with its opacity as a soft mask, and returns its number (§8.9).
  static func write(_ image: Bitmap, to file: inout PDFFile) -> Int {
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
    if layer.isGroup { contents.append(Content(area: layer.area, form: file.reserve())) }
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

  mutating func beginMask(_ area: Rect) {
    contents.append(Content(area: area))
    maskDepth += 1
  }

  mutating func endMask() -> Int {
    guard contents.count > 1 else { return -1 }
    maskDepth -= 1
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
    let object = content.form ?? file.reserve()
    forms.append((object, String(decoding: entries.bytes, as: UTF8.self), content))
    return object
  }
}

extension BlendMode {
  /// The PDF name of the blend mode (§11.3.5).
  fileprivate var pdfName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

// MARK: - Structure

extension PDFPage {
  mutating func describe(_ document: DocumentDescription) { self.document = document }

  mutating func begin(_ part: DocumentPart) {
    guard maskDepth == 0, !isInPart else { return }
    let content = contents.count - 1
    let identifier = contents[content].places.count
    var part = part
    // Links that the file does not have are plain text.
    if case .text(let origin, let language, let link?, let continues) = part,
      Self.address(document.links[link].target) == nil
    {
      part = .text(at: origin, language: language, link: nil, continues: continues)
    }
    let place = structure.place(
      of: part, in: document, PDFStructure.Mark(form: contents[content].form, identifier))
    guard let place else { return }
    isInPart = true
    contents[content].places.append(place)
    let element = structure.elements[place.element]
    let kind = element.parts[place.part].link == nil ? element.kind : "Link"
    text.put("/\(kind) << /MCID \(identifier) >> BDC\n")
  }

  mutating func endPart() {
    guard isInPart else { return }
    isInPart = false
    text.put("EMC\n")
  }

  /// Draws content that belongs to no part of the structure (§14.8.2.2).
  private mutating func asArtifact(_ body: (inout PDFPage) -> Void) {
    guard !isInPart, maskDepth == 0 else { return body(&self) }
    text.put("/Artifact BMC\n")
    body(&self)
    text.put("EMC\n")
  }
}
