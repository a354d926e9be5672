import LinecasterBase
import LinecasterText

/// The pixels of one glyph at one size: how much ink covers each pixel, or a coloured image.
struct GlyphBitmap: Hashable, Sendable {
  /// What the bytes mean.
  enum Content: UInt8, Sendable {
    /// One byte of coverage a pixel.
    case mask
    /// Four bytes a pixel, premultiplied RGBA.
    case color
    /// Four bytes of coverage a pixel: of its red, its green, its blue stripe, and their mean.
    case stripes
    /// Eight bytes a layer, as `GlyphLayer` has them, from back to front.
    case layers
    /// No bytes, only where there is ink: paints in the colour of the text, to be drawn with that.
    case tinted
    /// No bytes: too large to be kept, so it is drawn again, as far as it is seen.
    case path
  }

  let content: Content
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  let width: Int32
  let height: Int32
  /// Rows from the top, padded with zeros to a multiple of four pixels.
  let bytes: [UInt8]

  /// A glyph without ink, such as a space or one that the font cannot draw.
  static let empty = GlyphBitmap(
    content: .mask, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// A glyph that is too large to be kept.
  static let path = GlyphBitmap(
    content: .path, left: 0, top: 0, width: 0, height: 0, bytes: [])

  /// The most pixels of a glyph that is kept: 4 MiB of coverage, an em of 2048 pixels.
  static let maximumPixels = 1 << 22
  /// FreeType counts the pixels of a side in 16 bits; beyond, nothing is drawn.
  static let maximumSide = 32_767

  /// The bytes of a row, padding included.
  var rowBytes: Int { Self.rowBytes(content, width: Int(width)) }

  @inline(__always)
  static func rowBytes(_ content: Content, width: Int) -> Int {
    switch content {
    case .mask: (width &+ 3) & ~3
    case .color, .stripes: ((width &+ 3) & ~3) &* 4
    case .layers: width &* GlyphLayer.byteCount
    case .tinted, .path: 0
    }
  }

  /// The same pixels where a copy of the bytes is.
  func pixels(at base: UnsafePointer<UInt8>?) -> GlyphPixels {
    GlyphPixels(
      base: base, left: left, top: top, width: width, height: height, content: content)
  }
}

extension GlyphBitmap {
  /// A glyph whose pixels depend on the colour of the text.
  ///
  /// - Parameter bounds: Where it has ink, counted from its origin.
  init(tintedIn bounds: PixelRect) {
    self.init(
      content: .tinted, left: Int32(clamping: bounds.left), top: Int32(clamping: -bounds.top),
      width: Int32(clamping: bounds.width), height: Int32(clamping: bounds.height), bytes: [])
  }
}

extension GlyphBitmap {
  /// The layers of a glyph that consists of some.
  var layers: [GlyphLayer] {
    bytes.withUnsafeBufferPointer { bytes in
      guard content == .layers, let base = bytes.baseAddress else { return [] }
      return (0..<Int(width)).map { GlyphLayer(base + $0 * GlyphLayer.byteCount) }
    }
  }
}

extension GlyphBitmap {
  /// An image turned about the glyph's origin.
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
    // What was above the origin is to the right of it now, or to the left.
    let (left, top) = turn == .clockwise ? (self.top - height, -left) : (-self.top, left + width)
    return GlyphBitmap(
      content: content, left: left, top: top, width: height, height: width, bytes: turned)
  }
}

extension PixelRect {
  /// The pixels around a glyph's origin that are these once they are turned about it.
  func turnedBack(_ turn: GlyphTurn) -> PixelRect {
    switch turn {
    case .none: self
    case .clockwise: PixelRect(left: top, top: -right, right: bottom, bottom: -left)
    case .anticlockwise: PixelRect(left: -bottom, top: left, right: -top, bottom: right)
    }
  }
}

/// The pixels of a glyph, in memory that somebody else keeps alive.
struct GlyphPixels {
  /// Rows from the top, padded as `GlyphBitmap` says; nil where there is no ink.
  let base: UnsafePointer<UInt8>?
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  let width: Int32
  let height: Int32
  let content: GlyphBitmap.Content

  /// The bytes of a row, padding included.
  var rowBytes: Int { GlyphBitmap.rowBytes(content, width: Int(width)) }
}

/// A layer of a coloured glyph: an outline and its colour.
struct GlyphLayer: Hashable, Sendable {
  /// The number of the outline's glyph in the face.
  let glyph: UInt32
  /// The colour; nil for that of the text.
  let color: Color?

  /// The bytes a layer is kept in.
  static let byteCount = 8

  init(glyph: UInt32, color: Color?) {
    self.glyph = glyph
    self.color = color
  }

  /// Reads a layer from the bytes it is kept in.
  ///
  /// Glyphs of fonts have 16-bit numbers, so that there is room to say whether there is a colour.
  init(_ bytes: UnsafePointer<UInt8>) {
    glyph = UInt32(bytes[0]) | UInt32(bytes[1]) << 8
    color =
      bytes[2] == 0
      ? nil : Color(red: bytes[4], green: bytes[5], blue: bytes[6], alpha: bytes[7])
  }

  /// The bytes the layer is kept in.
  var bytes: [UInt8] {
    let color = color ?? .clear
    return [
      UInt8(truncatingIfNeeded: glyph), UInt8(truncatingIfNeeded: glyph >> 8),
      self.color == nil ? 0 : 1, 0, color.red, color.green, color.blue, color.alpha,
    ]
  }

  /// The colour in text of a colour: fainter where the text is, too.
  func color(in text: Color) -> Color {
    guard let color else { return text }
    return Color(
      red: color.red, green: color.green, blue: color.blue,
      alpha: color.alpha.multiplied(by: text.alpha))
  }
}

/// What stands for a glyph where distance fields are drawn.
enum GlyphField {
  case field(DistanceField)
  /// Nothing: a space, or a glyph that the font cannot draw.
  case blank
  /// Other glyphs in colours, from back to front.
  case layers([GlyphLayer])
  /// An image, which has no outline.
  case image
  /// An outline of too many pixels, or too long for them.
  case tooLarge
}
