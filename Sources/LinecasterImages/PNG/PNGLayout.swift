/// How the pixels of a PNG file are stored.
enum PNGLayout: Equatable {
  case grey
  case greyAlpha
  case rgb
  case rgba
  case palette(PNGPalette)

  /// The smallest layout that keeps premultiplied RGBA pixels as they are.
  init(_ pixels: [UInt8]) {
    let palette = PNGPalette(pixels)
    if let palette, palette.depth < 8 {
      self = .palette(palette)
      return
    }
    let isOpaque = AlphaMultiplication.isOpaque(pixels)
    if Self.isGrey(pixels) {
      self = isOpaque ? .grey : .greyAlpha
    } else if let palette {
      self = .palette(palette)
    } else {
      self = isOpaque ? .rgb : .rgba
    }
  }

  /// Bits a channel, or an index.
  var depth: Int {
    if case .palette(let palette) = self { palette.depth } else { 8 }
  }

  /// Bits a pixel.
  var pixelBits: Int {
    switch self {
    case .palette(let palette): palette.depth
    case .grey: 8
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// Whether red, green and blue are equal in each pixel.
  private static func isGrey(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).allSatisfy {
        bytes[$0] == bytes[$0 + 1] && bytes[$0] == bytes[$0 + 2]
      }
    }
  }
}
