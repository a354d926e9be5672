public import ArgumentParser
import Foundation
import Linecaster
public import LinecasterFonts
import LinecasterSystemFonts

/// Where fonts are from, for every command about fonts.
struct FontSourceOptions: ParsableArguments {
  @Option(help: "Use the fonts of this folder and of those in it; may be given more than once.")
  var fontDir: [String] = []

  @Option(help: "Use the faces of this font file; may be given more than once.")
  var font: [String] = []

  @Flag(help: "Use the fonts installed on the machine.")
  var system = false

  @Flag(help: "Print JSON.")
  var json = false

  /// The fonts, files before folders; what cannot be used is told on standard error.
  func collection() throws -> FontCollection {
    if system { return try Self.installed() }
    guard !fontDir.isEmpty || !font.isEmpty else { return try .bundled() }
    let files = FontScan(paths: font)
    let folders = FontScan(folders: fontDir)
    let errors = (files.errors + folders.errors).map(\.description)
    guard !(files.faces + folders.faces).isEmpty else {
      throw CommandFailure.report(
        errors.isEmpty ? ["\(fontDir.joined(separator: ", ")): no font files in it"] : errors)
    }
    if !errors.isEmpty { _ = CommandFailure.report(errors) }
    return try FontCollection(faces: files.faces + folders.faces)
  }

  func validate() throws {
    guard !system || (fontDir.isEmpty && font.isEmpty) else {
      throw ValidationError("--system does not go with --font-dir and --font.")
    }
  }

  private static func installed() throws -> FontCollection {
    #if SystemFonts
      return try .system()
    #else
      throw CommandFailure.report([
        "this linecaster was built without the trait SystemFonts, which --system needs: "
          + "swift build --traits SystemFonts"
      ])
    #endif
  }
}

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

extension FontSlant: ExpressibleByArgument {
  private static let names: [(name: String, slant: FontSlant)] = [
    ("upright", .upright), ("italic", .italic), ("oblique", .oblique),
  ]

  /// Reads a slant by its name; the result is nil for other words.
  public init?(argument: String) {
    guard let found = Self.names.first(where: { $0.name == argument }) else { return nil }
    self = found.slant
  }

  /// The names, for help.
  public static var allValueStrings: [String] { names.map(\.name) }

  /// The name, for help.
  public var defaultValueDescription: String { "\(self)" }
}

extension FontVariation {
  /// Reads places such as `wght=700` or `wght:300;wdth:80`.
  ///
  /// - Throws: `InputFailure` that names the part that is no place on an axis.
  static func list(_ argument: String) throws(InputFailure) -> [FontVariation] {
    var list: [FontVariation] = []
    for part in argument.split(whereSeparator: { ";,".contains($0) }) {
      let sides = part.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "=:".contains($0) })
      guard sides.count == 2, let axis = FontTag(sides[0].drop { $0 == " " }),
        let value = Double(sides[1]), value.isFinite
      else {
        throw InputFailure(
          description: "'\(part)' is no place on an axis; one is, for example, wght=700")
      }
      list.append(FontVariation(axis, value))
    }
    return list
  }
}

extension FontFeature {
  /// Reads features such as `smcp`, `liga=0` or `-kern,ss01`.
  ///
  /// - Throws: `InputFailure` that names the part that is no feature.
  static func list(_ argument: String) throws(InputFailure) -> [FontFeature] {
    var list: [FontFeature] = []
    for part in argument.split(whereSeparator: { ";, ".contains($0) }) {
      let name = part.drop { "+-".contains($0) }
      let sides = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? UInt32(sides[1]) : part.hasPrefix("-") ? 0 : 1
      guard part.count - name.count <= 1, let first = sides.first, let tag = FontTag(first),
        let value
      else {
        throw InputFailure(
          description: "'\(part)' is no feature; some are, for example, smcp, liga=0 and -kern")
      }
      list.append(FontFeature(tag, value))
    }
    return list
  }
}
