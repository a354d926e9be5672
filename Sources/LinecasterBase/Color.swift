/// A colour in sRGB with straight (not premultiplied) alpha, 8 bits per channel.
///
///     let link = Color(rgb: 0x1A5FB4)
///     let same = Color(hex: "#1a5fb4")
///     let pressed = link.opacity(0.5)
public struct Color: Hashable, Sendable {
  /// The red component, from 0 to 255.
  public var red: UInt8
  /// The green component, from 0 to 255.
  public var green: UInt8
  /// The blue component, from 0 to 255.
  public var blue: UInt8
  /// The opacity, from 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a colour from its components, from 0 to 255 each.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque colour from `0xRRGGBB`; higher bits are ignored.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Creates a colour from `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, in upper or lower case (CSS
  /// `<hex-color>`); `nil` for other text.
  public init?(hex: some StringProtocol) {
    // By bytes: a `#` with thousands of combining marks is one character, which is slow to compare.
    guard hex.utf8.first == UInt8(ascii: "#"), hex.utf8.count <= 9 else { return nil }
    let digits = hex.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == hex.utf8.count - 1 else { return nil }
    let channels: [Int]
    switch digits.count {
    case 3, 4: channels = digits.map { $0 * 17 } + [255]
    case 6, 8:
      channels =
        stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] } + [255]
    default: return nil
    }
    self.init(
      red: UInt8(channels[0]), green: UInt8(channels[1]), blue: UInt8(channels[2]),
      alpha: UInt8(channels[3]))
  }

  /// Opaque black.
  public static let black = Color(rgb: 0x000000)
  /// Opaque white.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Fully transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Returns the colour with its opacity multiplied by a factor, which is clamped to 0...1. NaN
  /// counts as 0.
  public func opacity(_ factor: Double) -> Color {
    var color = self
    color.alpha = factor > 0 ? UInt8(saturating: (Double(alpha) * min(factor, 1)).rounded()) : 0
    return color
  }
}
