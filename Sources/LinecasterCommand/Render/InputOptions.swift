public import ArgumentParser
import Foundation
public import Linecaster

/// The options that say what is drawn, how wide, in which colours and with which fonts.
struct InputOptions: ParsableArguments {
  @Argument(help: "The file to draw, or - for standard input.")
  var path: String

  @Option(help: "What the file is; by default its name or its first bytes tell.")
  var input: InputKind?

  @Option(help: "The width in layout points, 1 to 10000; by default a scene's own, or 360.")
  var width: Double?

  @Option(help: "The colours; by default a scene's own, or light.")
  var theme: Theme?

  @Option(help: "How many times as large as designed letters are, 0.25 to 8.")
  var textScale = 1.0

  @Option(help: "Use the fonts of this folder, in the order of their names, not the bundled ones.")
  var fontDir: String?

  @Option(help: "The most pixels that drawing holds at once, 100000 or more.")
  var maxPixels = RenderBudget().pixelCount

  @Option(help: "The most memory for pixels that drawing holds at once, in MiB.")
  var maxMemory = RenderBudget().byteCount >> 20

  func validate() throws {
    guard (100_000...1 << 40).contains(maxPixels) else {
      throw ValidationError("--max-pixels must be from 100000 to \(1 << 40).")
    }
    guard (1...1 << 22).contains(maxMemory) else {
      throw ValidationError("--max-memory must be from 1 to \(1 << 22).")
    }
    guard Scene.widths.contains(width ?? 1) else {
      throw ValidationError("--width must be from 1 to 10000, not \(width ?? 0).")
    }
    guard (0.25...8).contains(textScale) else {
      throw ValidationError("--text-scale must be from 0.25 to 8, not \(textScale).")
    }
  }

  /// Checks a scale, which commands have with defaults of their own.
  static func check(scale: Double) throws {
    guard (0.5...4).contains(scale) else {
      throw ValidationError("--scale must be from 0.5 to 4, not \(scale).")
    }
  }

  /// What to draw, before it is known which options its kind takes.
  func request(scale: Double) throws -> ImageRequest {
    var request = ImageRequest(
      input: DrawingInput(path, kind: input),
      fonts: try fontDir.map(FontCollection.folder) ?? .bundled(),
      width: width, scale: PixelScale(scale), theme: theme,
      preference: FontPreference(scale: textScale))
    request.budget = RenderBudget(pixelCount: maxPixels, byteCount: maxMemory << 20)
    return request
  }
}

extension Theme: ExpressibleByArgument {}

extension FontCollection {
  /// The fonts of a folder, in the order of their file names.
  ///
  /// - Throws: `FontError` naming the folder or the first file that cannot be read or is no font.
  static func folder(_ folder: String) throws(FontError) -> FontCollection {
    let paths = try names(in: folder).filter(isFontFile).sorted().map { "\(folder)/\($0)" }
    guard !paths.isEmpty else {
      throw FontError(code: .empty, source: folder, reason: "no .ttf, .otf or .ttc file in it")
    }
    return try FontCollection(paths: paths)
  }

  private static func names(in folder: String) throws(FontError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw FontError(code: .unreadable, source: folder, reason: "no such folder")
    }
    guard isFolder.boolValue else {
      throw FontError(code: .unreadable, source: folder, reason: "not a folder")
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FontError(code: .unreadable, source: folder, reason: "permission denied")
    }
  }

  private static func isFontFile(_ name: String) -> Bool {
    let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
    return ["ttf", "otf", "ttc"].contains(ending)
  }
}
