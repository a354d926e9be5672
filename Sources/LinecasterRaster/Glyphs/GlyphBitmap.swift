import LinecasterBase
import LinecasterText

/// The pixels of one glyph at one size: the coverage of each pixel, or a colour image.
struct GlyphBitmap: Hashable, Sendable {
  /// The format of the bytes.
  enum Content: UInt8, Sendable {
    /// One byte of coverage per pixel.
    case mask
    /// Four bytes per pixel, premultiplied RGBA.
    case color
    /// Four bytes of coverage per pixel: of the red, green and blue subpixel, and their mean.
    case subpixels
    /// Eight bytes per layer, as in `GlyphLayer`, from back to front.
    case layers
    /// No bytes, only the ink bounds: paints in the text's colour must be drawn for each colour.
    case tinted
    /// No bytes: the glyph is too large to cache, so its visible part is drawn each time.
    case path
  }

  let content: Content
  /// The offset from the glyph's origin right to the left column, in pixels.
  let left: Int32
  /// The offset from the baseline up to the top of the first row, in pixels.
  let top: Int32
  let width: Int32
  let height: Int32
  /// The rows from the top, padded with zeros to a multiple of four pixels.
  let bytes: [UInt8]

  /// A glyph without ink, such as a space or one that the font cannot draw.
  static let empty = GlyphBitmap(
    content: .mask, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// A glyph that is too large to cache.
  static let path = GlyphBitmap(
    content: .path, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// The maximum number of pixels of a cached glyph: 4 MiB of coverage, an em of 2048 pixels.
  static let maximumPixels = 1 << 22
  /// The maximum side: FreeType counts pixels in 16 bits and draws nothing beyond.
  static let maximumSide = 32_767

  /// The bytes of a row, padding included.
  var rowBytes: Int { Self.rowBytes(content, width: Int(width)) }

  @inline(__always)
  static func rowBytes(_ content: Content, width: Int) -> Int {
    switch content {
    case .mask: (width &+ 3) & ~3
    case .color, .subpixels: ((width &+ 3) & ~3) &* 4
    case .layers: width &* GlyphLayer.byteCount
    case .tinted, .path: 0
    }
  }

  /// Returns the pixels with a copy of the bytes at another address.
  func pixels(at base: UnsafePointer<UInt8>?) -> GlyphPixels {
    GlyphPixels(
      base: base, left: left, top: top, width: width, height: height, content: content)
  }
}

extension GlyphBitmap {
  /// Creates a glyph whose pixels depend on the text's colour.
  ///
  /// - Parameter bounds: The ink bounds, relative to its origin.
  init(tintedIn bounds: PixelRect) {
    self.init(
      content: .tinted, left: Int32(clamping: bounds.left), top: Int32(clamping: -bounds.top),
      width: Int32(clamping: bounds.width), height: Int32(clamping: bounds.height), bytes: [])
  }
}

extension GlyphBitmap {
  /// The layers of a layered glyph.
  var layers: [GlyphLayer] {
    bytes.withUnsafeBufferPointer { bytes in
      guard content == .layers, let base = bytes.baseAddress else { return [] }
      return (0..<Int(width)).map { GlyphLayer(base + $0 * GlyphLayer.byteCount) }
    }
  }
}

extension GlyphBitmap {
  /// Returns an image rotated around the glyph's origin.
  func turned(_ turn: GlyphTurn) -> GlyphBitmap {
    guard turn != .none, content == .color else { return self }
    let (columns, rows) = (Int(width), Int(height))
    let turnedBytes = Self.rowBytes(.color, width: rows)
    var turned = [UInt8](repeating: 0, count: turnedBytes * columns)
    for row in 0..<rows {
      for column in 0..<columns {
        let place =
          turn == .clockwise
          ? column * turnedBytes + (rows - 1 - row) * 4
          : (columns - 1 - column) * turnedBytes + row * 4
        let pixel = row * rowBytes + column * 4
        for channel in 0..<4 { turned[place + channel] = bytes[pixel + channel] }
      }
    }
    // Pixels above the origin are now to its right or left.
    let (left, top) = turn == .clockwise ? (self.top - height, -left) : (-self.top, left + width)
    return GlyphBitmap(
      content: content, left: left, top: top, width: height, height: width, bytes: turned)
  }
}

extension PixelRect {
  /// Returns the unrotated pixels whose rotation around the glyph's origin gives this rectangle.
  func turnedBack(_ turn: GlyphTurn) -> PixelRect {
    switch turn {
    case .none: self
    case .clockwise: PixelRect(left: top, top: -right, right: bottom, bottom: -left)
    case .anticlockwise: PixelRect(left: -bottom, top: left, right: -top, bottom: right)
    }
  }
}

/// The pixels of a glyph in borrowed memory.
struct GlyphPixels {
  /// The rows from the top, padded as in `GlyphBitmap`; `nil` without ink.
  let base: UnsafePointer<UInt8>?
  /// The offset from the glyph's origin right to the left column, in pixels.
  let left: Int32
  /// The offset from the baseline up to the top of the first row, in pixels.
  let top: Int32
  let width: Int32
  let height: Int32
  let content: GlyphBitmap.Content

  /// The bytes of a row, padding included.
  var rowBytes: Int { GlyphBitmap.rowBytes(content, width: Int(width)) }
}

/// A layer of a colour glyph: an outline and its colour.
struct GlyphLayer: Hashable, Sendable {
  /// The glyph index of the outline in the face.
  let glyph: UInt32
  /// The colour; `nil` for the text's colour.
  let color: Color?

  /// The serialized size of a layer in bytes.
  static let byteCount = 8

  init(glyph: UInt32, color: Color?) {
    self.glyph = glyph
    self.color = color
  }

  /// Reads a serialized layer.
  ///
  /// Glyph indices have 16 bits, which leaves room for a flag for the colour.
  init(_ bytes: UnsafePointer<UInt8>) {
    glyph = UInt32(bytes[0]) | UInt32(bytes[1]) << 8
    color =
      bytes[2] == 0
      ? nil : Color(red: bytes[4], green: bytes[5], blue: bytes[6], alpha: bytes[7])
  }

  /// The serialized bytes of the layer.
  var bytes: [UInt8] {
    let color = color ?? .clear
    return [
      UInt8(truncatingIfNeeded: glyph), UInt8(truncatingIfNeeded: glyph >> 8),
      self.color == nil ? 0 : 1, 0, color.red, color.green, color.blue, color.alpha,
    ]
  }

  /// Returns the colour in text of a colour, multiplied by the text's opacity.
  func color(in text: Color) -> Color {
    guard let color else { return text }
    return Color(
      red: color.red, green: color.green, blue: color.blue,
      alpha: color.alpha.multiplied(by: text.alpha))
  }
}

/// The result for a glyph drawn from distance fields.
enum GlyphField {
  case field(DistanceField)
  /// Nothing to draw: a space, or a glyph that the font cannot draw.
  case blank
  /// Other glyphs in colours, from back to front.
  case layers([GlyphLayer])
  /// An image, which has no outline.
  case image
  /// An outline that is too large, or too long for a field.
  case tooLarge
}
