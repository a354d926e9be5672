import ArgumentParser
import Foundation
import Linecaster
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
