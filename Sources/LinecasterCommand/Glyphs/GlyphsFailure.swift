/// Why glyphs could not be shown, for people.
struct GlyphsFailure: Error, CustomStringConvertible {
  let description: String
}
