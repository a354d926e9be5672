/// What is known of a face without opening its file.
public struct FontDescription: Hashable, Sendable {
  /// The file the face is in, or the name given to bytes from memory.
  public let source: String
  /// Which face of a collection file this is; 0 in files of one face.
  public let index: Int
  /// The family name, from the typographic name where the font has one.
  public let family: String
  /// Other names of the family: in other languages, and those of older programs.
  public let otherFamilyNames: [String]
  /// The name of the style within the family, such as "Bold Italic"; may be empty.
  public let styleName: String
  /// The weights the face can have: one, or those of its axis `wght`.
  public let weights: ClosedRange<FontWeight>
  /// The widths the face can have: one, or those of its axis `wdth`.
  public let widths: ClosedRange<FontWidth>
  /// The slant of the design at its default place.
  public let slant: FontSlant
  /// What of the design can be set; empty unless the font is variable.
  public let axes: [FontAxis]
  /// Whether the face draws colour bitmaps, as emoji fonts do.
  public let hasColorBitmaps: Bool
  /// The languages the font says it is made for, as BCP 47 tags (OpenType `meta`, `dlng`).
  public let designLanguages: [String]

  /// Whether the face can be drawn with a slant of its own design.
  public func offers(_ slant: FontSlant) -> Bool {
    if slant == self.slant { return true }
    switch slant {
    case .upright:
      return [.italicAxis, .slantAxis].contains { axis($0)?.range.contains(0) == true }
    case .italic: return axis(.italicAxis)?.range.contains(1) == true
    case .oblique: return (axis(.slantAxis)?.minimum ?? 0) < 0
    }
  }

  private func axis(_ tag: FontTag) -> FontAxis? { axes.first { $0.tag == tag } }
}
