/// A line of text to show as outlines, in the format of the Unicode text rendering tests.
struct GlyphCase: Decodable {
  /// Names the case in the result.
  let id: String
  /// The file of the font, in the folder of fonts.
  let font: String
  /// The text.
  let text: String
  /// The font's place on its axes, such as `wght:300;wdth:80`; nil for the default.
  let variation: String?

  /// The part of a faulty case that tells which one it is.
  struct Name: Decodable {
    let id: String?
  }
}
