import LinecasterGeometry

/// The colours of all images.
enum Palette {
  static let paper = Color(rgb: 0xFFFFFF)
  static let ink = Color(rgb: 0x1D1D1F)
  static let caption = Color(rgb: 0x6E6E73)
  static let rule = Color(rgb: 0xC7C7CC)
  static let accent = Color(rgb: 0xD62839)
  static let tint = Color(rgb: 0xE8F0FE)

  /// Colours that are told apart on paper, for what is counted.
  static let marks = [
    0x1A5FB4, 0xC64600, 0x26802B, 0x813D9C, 0xA51D2D, 0x0B7A75, 0x8F5A00, 0xB5179E,
    0x5C5C66,
  ].map { Color(rgb: $0) }

  static func mark(_ index: Int) -> Color { marks[index % marks.count] }
}
