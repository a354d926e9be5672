import ArgumentParser
import Linecaster

/// What text wants of a font, as options.
struct FontStyleOptions: ParsableArguments {
  @Option(help: "A family to draw with, the best first; may be given more than once.")
  var family: [String] = []

  @Option(help: "The weight, 1 to 1000; 400 is regular, 700 bold.")
  var weight = 400

  @Option(help: "The width in percent, 50 to 200.")
  var width = 100.0

  @Option(help: "The slant: upright, italic or oblique.")
  var slant = FontSlant.upright

  @Option(help: "The size in layout points, for axes of optical size.")
  var size = 15.0

  @Option(help: "A place on an axis, such as wght=700; may be given more than once.")
  var variation: [String] = []

  @Option(help: "The language as a BCP 47 tag, such as ja or zh-TW.")
  var lang: String?

  func validate() throws {
    guard (1...1000).contains(weight) else {
      throw ValidationError("--weight must be from 1 to 1000, not \(weight).")
    }
    guard (50...200).contains(width) else {
      throw ValidationError("--width must be from 50 to 200, not \(width).")
    }
    guard size > 0, size <= 100_000 else {
      throw ValidationError("--size must be above 0 and at most 100000, not \(size).")
    }
  }

  func style() throws -> TextStyle {
    TextStyle(
      families: family, size: size, weight: FontWeight(weight),
      width: FontWidth(percent: width), slant: slant,
      variations: try variation.flatMap(FontVariation.list), language: lang)
  }

  func request() throws -> FontRequest {
    FontRequest(
      families: family, weight: FontWeight(weight), width: FontWidth(percent: width),
      slant: slant, variations: try variation.flatMap(FontVariation.list), size: size,
      language: lang)
  }
}
