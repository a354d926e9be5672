internal import CLittleCMS

/// A conversion of decoded pixels from the colour profile of their file (ICC.1) to sRGB, by Little
/// CMS.
///
/// Not Sendable: it belongs to the image that is decoded.
final class ColorConversion {
  /// The pixels that a profile is about, four bytes each.
  enum Pixels {
    /// Straight RGBA; grey images have the same number in all colours.
    case light
    /// Cyan, magenta, yellow and black; 255 is no ink.
    case inks
  }

  private let conversion: UnsafeMutableRawPointer
  private let pixels: Pixels

  /// The maximum size of a profile, in bytes; those of printers have some hundred thousand.
  static let byteLimit = 4 << 20

  /// Creates a conversion; `nil` if the bytes are not a profile of such pixels, or if it is that of
  /// sRGB. As in browsers, an unusable profile is ignored.
  init?(_ profile: UnsafeBufferPointer<UInt8>, of pixels: Pixels) {
    guard let start = profile.baseAddress, 1...Self.byteLimit ~= profile.count,
      let conversion = linecaster_color_open(start, profile.count, pixels == .inks)
    else { return nil }
    self.conversion = conversion
    self.pixels = pixels
  }

  #if AVIF
    /// Creates a conversion of light; `nil` for that of sRGB.
    ///
    /// - Parameters:
    ///   - places: The chromaticities of red, green, blue and white, x and y of each.
    ///   - transfer: The light of the numbers.
    init?(places: [Float], transfer: TransferFunction) {
      guard places.count == 8 else { return nil }
      let light = (0..<256).map { Float(transfer.light(of: Double($0) / 255)) }
      guard let conversion = linecaster_color_open_light(places, light, light.count) else {
        return nil
      }
      self.conversion = conversion
      pixels = .light
    }
  #endif

  deinit { linecaster_color_close(conversion) }

  /// Converts pixels in place; inks become opaque.
  func convert(_ row: UnsafeMutableBufferPointer<UInt8>) {
    linecaster_color_convert(conversion, row.baseAddress, row.count / 4)
    guard pixels == .inks else { return }
    for alpha in stride(from: 3, to: row.count, by: 4) { row[alpha] = 255 }
  }
}
