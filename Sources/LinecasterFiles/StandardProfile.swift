import LinecasterBase

/// The colour profile of sRGB, for formats that have no shorter mark for it.
///
/// A profile for displays of version 4 (ICC.1:2022) with the parametric curve of IEC 61966-2-1,
/// which is exact in 12 numbers. Primaries and white are adapted to D50 by the matrix of its tag
/// `chad`.
enum StandardProfile {
  /// The bytes of the profile.
  static let bytes: [UInt8] = {
    let tagCount = elements.reduce(0) { $0 + $1.tags.count }
    var table = big(UInt32(tagCount))
    var contents: [UInt8] = []
    let start = headerByteCount + 4 + tagCount * 12
    for element in elements {
      for tag in element.tags {
        table += Array(tag.utf8)
        table += big(UInt32(start + contents.count), UInt32(element.content.count))
      }
      contents += element.content
    }
    return header(byteCount: start + contents.count) + table + contents
  }()

  private static let headerByteCount = 128
  /// The white of the profile connection space, CIE D50.
  private static let white: [UInt32] = [0xF6D6, 0x10000, 0xD32D]

  /// The contents with their tags; those of equal content share it.
  private static let elements: [(tags: [String], content: [UInt8])] = [
    (["desc"], text("sRGB")), (["cprt"], text("CC0 ")),
    (["wtpt"], kind("XYZ ") + white.flatMap { big($0) }),
    // Bradford's adaptation from D65.
    (
      ["chad"],
      kind("sf32")
        + big(0x10C42, 0x5DE, 0xFFFF_F325, 0x793, 0xFD90, 0xFFFF_FBA1, 0xFFFF_FDA2, 0x3DC, 0xC06E)
    ),
    (["rXYZ"], kind("XYZ ") + big(0x6FA2, 0x38F5, 0x390)),
    (["gXYZ"], kind("XYZ ") + big(0x6299, 0xB785, 0x18DA)),
    (["bXYZ"], kind("XYZ ") + big(0x24A0, 0xF84, 0xB6CF)),
    // A function of type 3: (x / 1.055 + 0.055 / 1.055) to the power of 2.4 from 0.04045 on, and
    // x / 12.92 below.
    (
      ["rTRC", "gTRC", "bTRC"],
      kind("para") + big(3 << 16, 0x26666, 0xF2A7, 0xD59, 0x13D0, 0xA5B)
    ),
  ]

  /// The header (ICC.1 §7.2): a display's RGB, connected by XYZ, with a fixed date.
  private static func header(byteCount: Int) -> [UInt8] {
    let date: [UInt8] = [7, 234, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    var header = big(UInt32(byteCount), 0, 0x0440_0000)
    header += Array("mntrRGB XYZ ".utf8) + date + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + white.flatMap { big($0) }
    return header + [UInt8](repeating: 0, count: headerByteCount - header.count)
  }

  /// A text of ASCII in English (ICC.1 §10.15).
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf8.flatMap { [UInt8(0), $0] as [UInt8] }
    let record = Array("enUS".utf8) + big(UInt32(units.count), 28)
    return kind("mluc") + big(1, 12) + record + units
  }

  private static func kind(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

  private static func big(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}
