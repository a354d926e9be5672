import Foundation
public import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
public import LinecasterRaster
import LinecasterText

/// Writes SVG 2 files with text as text.
///
/// A drawing of a display list is written as text, shapes and images; a layout point is a user
/// unit. Font subsets are embedded, so browsers draw the text as it was laid out. Programs without
/// support for embedded fonts, for example librsvg, use other fonts. The same parts as in
/// ``PDFEncoder`` are drawn as pixels. Equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try SVGEncoder().write(picture, to: path)
///
/// An encoder is a value that any thread may use.
public struct SVGEncoder: ImageEncoder {
  /// Creates an encoder.
  public init() {}

  /// Encodes a drawing, and passes the bytes of the file to `sink`.
  ///
  /// - Throws: The errors of `PDFEncoder.encode(_:name:in:to:)`.
  /// - Complexity: That of `PDFEncoder.encode(_:name:in:to:)`.
  public func encode(
    _ image: BandedImage, name: String, in scope: WorkScope, to sink: ([UInt8]) throws -> Void
  ) throws {
    let page = try image.page(name, scope) { SVGPage($0, scale: $1, $2) }
    try sink(try page.finish(scope))
  }

  /// Returns the maximum memory for the pixels of an image that is not a drawing, in bytes.
  /// Drawings count against the rasterizer's budget.
  public func peakByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}

/// A page of an SVG 2 file in progress.
struct SVGPage: DocumentPage {
  private let size: Size
  private let colors: ColorGlyphs
  /// The pixels of a layout point in glyph images.
  private let scale: PixelScale
  private var fonts = SVGFonts()

  /// The elements of the page and of its open masks.
  private var bodies = [DocumentBytes()]
  private var areas: [Rect] = []
  private var layers: [DocumentLayer] = []
  /// The definitions, referenced by a letter and a number (SVG `defs`).
  private var definitions = DocumentBytes()
  private var count = 0
  private var images: [DocumentImage: Int] = [:]
  private var glyphs: [ColorGlyphs.Key: Int] = [:]
  private var gradients: [String: Int] = [:]
  private var maskCount = 0

  init(_ size: Size, scale: PixelScale, _ colors: ColorGlyphs) {
    (self.size, self.scale, self.colors) = (size, scale, colors)
  }

  private var body: DocumentBytes {
    get { bodies[bodies.count - 1] }
    _modify { yield &bodies[bodies.count - 1] }
  }

  private mutating func number() -> Int {
    count += 1
    return count
  }
}

// MARK: - Shapes

extension SVGPage {
  mutating func fill(_ path: VectorPath, isEvenOdd: Bool, with paint: VectorPaint) {
    if case .color(let color) = paint, color.alpha == 0 { return }
    body.put("<path")
    if isEvenOdd { body.put(" fill-rule=\"evenodd\"") }
    switch paint {
    case .color(let color): body.put(color, as: "fill")
    case .linear, .radial: body.put(" fill=\"url(#g\(gradient(paint)))\"")
    }
    body.putData(of: path)
    body.put("/>\n")
  }

  mutating func stroke(_ path: VectorPath, width: Double, color: Color) {
    guard color.alpha > 0 else { return }
    body.put("<path fill=\"none\"")
    body.put(color, as: "stroke")
    body.put(width, as: "stroke-width")
    body.put(" stroke-miterlimit=\"4\"")
    body.putData(of: path)
    body.put("/>\n")
  }

  /// The number of a gradient in the definitions.
  private mutating func gradient(_ paint: VectorPaint) -> Int {
    var text = DocumentBytes()
    let kind: String
    switch paint {
    case .color: return 0
    case .linear(let start, let end, let stops):
      kind = "linearGradient"
      let (first, span) = Self.ends(of: stops)
      for (name, from, to) in [("x", start.x, end.x), ("y", start.y, end.y)] {
        text.put(from + (to - from) * first, as: "\(name)1")
        text.put(from + (to - from) * (first + span), as: "\(name)2")
      }
      text.put(">")
      text.put(stops, from: first, span)
    case .radial(let center, let radii, let stops):
      kind = "radialGradient"
      let reach = max(stops.last?.place ?? 1, 1e-4)
      text.put(" cx=\"0\" cy=\"0\"")
      text.put(reach, as: "r")
      text.put(" gradientTransform=\"matrix(")
      text.put([radii.width, 0, 0, radii.height, center.x, center.y], ")\">")
      text.put(stops, from: 0, reach)
    }
    let rest = String(decoding: text.bytes, as: UTF8.self)
    if let known = gradients[kind + rest] { return known }
    let number = number()
    gradients[kind + rest] = number
    definitions.put("<\(kind) id=\"g\(number)\" gradientUnits=\"userSpaceOnUse\"")
    definitions.put("\(rest)</\(kind)>\n")
    return number
  }

  /// The place of the first stop, and its distance to the last one.
  private static func ends(of stops: [GradientStop]) -> (first: Double, span: Double) {
    let (first, last) = (stops.first?.place ?? 0, stops.last?.place ?? 1)
    return (first, max(last - first, 1e-4))
  }
}

extension DocumentBytes {
  fileprivate mutating func put(_ number: Double, as name: String) {
    put(" \(name)=\"")
    put(number)
    put("\"")
  }

  /// Writes a colour as an attribute, and its opacity as another.
  fileprivate mutating func put(_ color: Color, as name: String, opacity: String? = nil) {
    let number = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    let digits = String(number, radix: 16)
    put(" \(name)=\"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\"")
    if color.alpha < 255 { put(Double(color.alpha) / 255, as: opacity ?? "\(name)-opacity") }
  }

  fileprivate mutating func put(_ stops: [GradientStop], from first: Double, _ span: Double) {
    for stop in stops {
      put("<stop")
      put((stop.place - first) / span, as: "offset")
      put(stop.color, as: "stop-color", opacity: "stop-opacity")
      put("/>")
    }
  }

  fileprivate mutating func putData(of path: VectorPath) {
    put(" d=\"")
    for step in path.steps {
      switch step {
      case .move(let point): put([point.x, point.y], letter: "M")
      case .line(let point): put([point.x, point.y], letter: "L")
      case .curve(let one, let two, let end):
        put([one.x, one.y, two.x, two.y, end.x, end.y], letter: "C")
      case .close: put("Z")
      }
    }
    put("\"")
  }

  private mutating func put(_ numbers: [Double], letter: String) {
    put(letter)
    put(numbers)
  }
}

// MARK: - Images

extension SVGPage {
  mutating func draw(_ image: Bitmap, in frame: Rect, named name: DocumentImage?) {
    guard image.width > 0, image.height > 0 else { return }
    let number = name.flatMap { images[$0] } ?? define(image)
    if let name { images[name] = number }
    use(number, in: frame)
  }

  /// Writes an image of unit size to the definitions, and returns its number.
  private mutating func define(_ image: Bitmap) -> Int {
    let number = number()
    let file = (try? PNGEncoder(compression: .standard).encode(image)) ?? []
    definitions.put(
      "<image id=\"i\(number)\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" "
        + "href=\"data:image/png;base64,\(Data(file).base64EncodedString())\"/>\n")
    return number
  }

  private mutating func use(_ number: Int, in frame: Rect) {
    body.put("<use href=\"#i\(number)\" transform=\"matrix(")
    body.put([frame.width, 0, 0, frame.height, frame.minX, frame.minY], ")\"/>\n")
  }
}

// MARK: - Layers

extension SVGPage {
  mutating func begin(_ layer: DocumentLayer) {
    layers.append(layer)
    body.put("<g")
    let map = layer.transform
    if map != .identity {
      body.put(" transform=\"matrix(")
      body.put([map.a, map.b, map.c, map.d, map.x, map.y], ")\"")
    }
    if layer.opacity < 1 { body.put(layer.opacity, as: "opacity") }
    if let mask = layer.mask { body.put(" mask=\"url(#m\(mask))\"") }
    if layer.blend != .normal {
      body.put(" style=\"mix-blend-mode:\(layer.blend.cssName)\"")
    } else if layer.isGroup {
      body.put(" style=\"isolation:isolate\"")
    }
    body.put(">\n")
    for clip in layer.clips {
      let number = number()
      definitions.put("<clipPath id=\"c\(number)\"><path clip-rule=\"evenodd\"")
      definitions.putData(of: clip)
      definitions.put("/></clipPath>\n")
      body.put("<g clip-path=\"url(#c\(number))\">\n")
    }
  }

  mutating func end() {
    guard let layer = layers.popLast() else { return }
    body.put(String(repeating: "</g>", count: 1 + layer.clips.count) + "\n")
  }

  mutating func beginMask(_ area: Rect) {
    bodies.append(DocumentBytes())
    areas.append(area)
  }

  mutating func endMask() -> Int {
    guard bodies.count > 1, let content = bodies.popLast(), let area = areas.popLast() else {
      return -1
    }
    maskCount += 1
    definitions.put(
      "<mask id=\"m\(maskCount)\" maskUnits=\"userSpaceOnUse\" style=\"mask-type:alpha\"")
    for (name, value) in [
      ("x", area.minX), ("y", area.minY), ("width", area.width), ("height", area.height),
    ] { definitions.put(value, as: name) }
    definitions.put(">\n")
    definitions.put(content.bytes)
    definitions.put("</mask>\n")
    return maskCount
  }
}

extension BlendMode {
  /// The CSS name, with hyphens.
  fileprivate var cssName: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

// MARK: - Text

extension SVGPage {
  mutating func draw(_ run: GlyphRun, at origin: Point, isSeen: Bool) throws(RasterError) {
    let glyphs = run.placedGlyphs
    guard !glyphs.isEmpty else { return }
    let text = SVGText(run, glyphs)
    // Text that a browser would draw otherwise is invisible, with outlines beneath it.
    let font =
      colors.hasColors(run.face) || !text.isFaithful ? nil : fonts.index(of: run.face)
    if isSeen, font == nil { try drawGlyphs(of: run, at: origin, glyphs) }
    let chunks = text.chunks
    guard !chunks.isEmpty else { return }
    if let font {
      let letters = chunks.flatMap(\.pieces).map(\.text).joined()
      fonts.add(glyphs.lazy.map(\.identifier), letters, to: font)
    }
    body.put("<g")
    if let font { body.put(" font-family=\"\(SVGFonts.family(font))\"") }
    body.put(run.size, as: "font-size")
    if isSeen, font != nil {
      body.put(run.color, as: "fill")
      if run.face.synthesis.emboldens {
        body.put(run.color, as: "stroke")
        body.put(run.size * FontSynthesis.strength, as: "stroke-width")
      }
    } else {
      body.put(" fill-opacity=\"0\"")
    }
    body.putStyle(of: run)
    body.put(">")
    let stance = GlyphStance(run)
    for chunk in chunks { body.put(chunk, run, stance, at: origin) }
    body.put("</g>\n")
  }

  /// Draws text whose font is not embedded, as images and outlines.
  private mutating func drawGlyphs(
    of run: GlyphRun, at origin: Point, _ glyphs: [PlacedGlyph]
  ) throws(RasterError) {
    for glyph in glyphs {
      let key = colors.key(
        of: glyph.identifier, in: run, pixelsPerEm: run.size * scale.factor)
      guard let key, let part = try colors.image(key) else { continue }
      let number = self.glyphs[key] ?? define(part.bitmap)
      self.glyphs[key] = number
      let place = run.axes.page(glyph.origin).offset(x: origin.x, y: origin.y)
      let frame = part.frame
      use(
        number,
        in: Rect(
          x: place.x + frame.minX * run.size, y: place.y + frame.minY * run.size,
          width: frame.width * run.size, height: frame.height * run.size))
    }
    let path = try colors.outlines(of: run, at: origin)
    guard !path.isEmpty else { return }
    fill(path, isEvenOdd: false, with: .color(run.color))
    if run.face.synthesis.emboldens {
      stroke(path, width: run.size * FontSynthesis.strength, color: run.color)
    }
  }
}

extension DocumentBytes {
  /// Writes the style that makes browsers shape the text of a run as it was shaped.
  fileprivate mutating func putStyle(of run: GlyphRun) {
    if let language = run.style.language { put(" xml:lang=\"\(HTMLText.escaped(language))\"") }
    if run.isRightToLeft { put(" direction=\"rtl\"") }
    let features = run.features.map { "'\($0.tag.name)' \($0.value)" }
    var style = "white-space:pre"
    if !features.isEmpty { style += ";font-feature-settings:\(features.joined(separator: ","))" }
    if run.style.letterSpacing != 0 { style += ";font-variant-ligatures:none" }
    put(" style=\"\(HTMLText.escaped(style))\"")
    put(" text-rendering=\"geometricPrecision\"")
  }

  /// Writes text at its place.
  fileprivate mutating func put(
    _ chunk: SVGChunk, _ run: GlyphRun, _ stance: GlyphStance, at origin: Point
  ) {
    let place = run.axes.page(chunk.start).offset(x: origin.x, y: origin.y)
    put("<text")
    if run.isRightToLeft { put(" unicode-bidi=\"bidi-override\"") }
    // Upright letters of a vertical line are chunks of their own.
    var shift = place.x - chunk.start.x
    if stance.isPlain {
      put(place.y, as: "y")
    } else {
      let (right, up) = (stance.right, stance.up)
      put(" transform=\"matrix(")
      put([right.x, right.y, -up.x, -up.y, place.x, place.y], ")\" y=\"0\"")
      shift = -chunk.start.x
    }
    guard chunk.pieces.count > 1 else {
      put(chunk.pieces[0].text, at: (chunk.places ?? [chunk.start.x]).map { $0 + shift })
      return put("</text>")
    }
    put(">")
    for piece in chunk.pieces {
      put("<tspan")
      put(piece.text, at: [piece.start.x + shift])
      put("</tspan>")
    }
    put("</text>")
  }

  /// Writes places along the line, the end of the tag and its text.
  private mutating func put(_ text: String, at places: [Double]) {
    put(" x=\"")
    put(places, "\">")
    put(HTMLText.escaped(text))
  }
}

// MARK: - The file

extension SVGPage {
  /// The whole file.
  ///
  /// - Throws: As `SVGFonts.rules` does.
  func finish(_ scope: WorkScope) throws -> [UInt8] {
    var file = DocumentBytes()
    file.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    file.put("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    file.put(size.width, as: "width")
    file.put(size.height, as: "height")
    file.put(" viewBox=\"")
    file.put([0, 0, size.width, size.height], "\">\n<defs>\n")
    let rules = try fonts.rules(scope)
    if !rules.isEmpty { file.put("<style>\n\(rules)</style>\n") }
    file.put(definitions.bytes)
    file.put("</defs>\n")
    file.put(bodies[0].bytes)
    file.put("</svg>\n")
    return file.bytes
  }
}
