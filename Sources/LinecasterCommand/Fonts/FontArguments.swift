public import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport
public import LinecasterFonts

/// The font options of all commands that draw text.
struct FontOptions: ParsableArguments {
  @Option(
    help: """
      A font file or folder whose fonts are used before the bundled fonts; may be repeated.
      """)
  var font: [String] = []

  @Flag(help: "Do not use the bundled fonts, only those of --font.")
  var noBundledFonts = false

  func validate() throws {
    guard !noBundledFonts || !font.isEmpty else {
      throw ValidationError("--no-bundled-fonts needs --font.")
    }
  }

  /// The fonts in fallback order.
  ///
  /// - Parameter others: The fonts after those of `--font`, unless bundled fonts are off.
  /// - Throws: `FontError` or `CommandFailure` naming the file or folder that cannot be used.
  ///   Unusable files in folders are skipped, with a message on standard error.
  func collection(before others: () throws -> FontCollection) throws -> FontCollection {
    let own = try font.flatMap(Self.faces)
    return try noBundledFonts ? FontCollection(faces: own) : others().prepending(own)
  }

  /// The fonts of `--font`, followed by the bundled fonts.
  func collection() throws -> FontCollection { try collection { try .bundled() } }

  /// The faces of a file, or of all font files in a folder and its subfolders.
  private static func faces(at path: String) throws -> [FontFace] {
    guard FontFinder.isFolder(path) else { return try FontFace.all(path: path) }
    let scan = FontScan(folders: [path])
    let faults = scan.errors.map(\.description)
    guard !scan.faces.isEmpty else {
      guard faults.isEmpty else { throw CommandFailure.report(faults) }
      throw FontError(code: .empty, source: path, reason: "it has no font files")
    }
    CommandFailure.warn(faults)
    return scan.faces
  }
}

extension FontSlant: ExpressibleByArgument {
  private static let names: [(name: String, slant: FontSlant)] = [
    ("upright", .upright), ("italic", .italic), ("oblique", .oblique),
  ]

  /// Parses the name of a slant; `nil` for other texts.
  public init?(argument: String) {
    guard let found = Self.names.first(where: { $0.name == argument }) else { return nil }
    self = found.slant
  }

  /// The names of all slants, for help.
  public static var allValueStrings: [String] { names.map(\.name) }

  /// The name of the slant, for help.
  public var defaultValueDescription: String { "\(self)" }
}

extension FontVariation {
  /// Parses axis values, for example `wght=700` or `wght:300;wdth:80`.
  ///
  /// - Throws: `CommandFailure` that names the invalid part.
  static func list(_ argument: String) throws(CommandFailure) -> [FontVariation] {
    var list: [FontVariation] = []
    for part in argument.split(whereSeparator: { ";,".contains($0) }) {
      let sides = part.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "=:".contains($0) })
      guard sides.count == 2, let axis = FontTag(sides[0].drop { $0 == " " }),
        let value = Double(sides[1]), value.isFinite
      else {
        throw CommandFailure(
          description: "'\(part)' is not an axis value; write, for example, wght=700")
      }
      list.append(FontVariation(axis, value))
    }
    return list
  }
}

extension FontFeature {
  /// Parses font features, for example `smcp`, `liga=0` or `-kern,ss01`.
  ///
  /// - Throws: `CommandFailure` that names the invalid part.
  static func list(_ argument: String) throws(CommandFailure) -> [FontFeature] {
    var list: [FontFeature] = []
    for part in argument.split(whereSeparator: { ";, ".contains($0) }) {
      let name = part.drop { "+-".contains($0) }
      let sides = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? UInt32(sides[1]) : part.hasPrefix("-") ? 0 : 1
      guard part.count - name.count <= 1, let first = sides.first, let tag = FontTag(first),
        let value
      else {
        throw CommandFailure(
          description: "'\(part)' is not a font feature; write, for example, smcp, liga=0 or -kern")
      }
      list.append(FontFeature(tag, value))
    }
    return list
  }
}
