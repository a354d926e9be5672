public import ArgumentParser
import Foundation
public import LinecasterScenes

extension PictureEncoding {
  /// Creates the encoding for an output path, with the format from its extension.
  ///
  /// - Throws: `ValidationError` if the extension is not a picture format, or an option does not
  ///   apply to the format.
  init(path: String, quality: Int?, isCompact: Bool) throws {
    self.init(try Self.format(of: path), quality: quality, isCompact: isCompact)
    try check(option: "--output")
  }

  /// Throws if options do not apply to the format, or this build does not include it.
  ///
  /// - Parameter option: The option that selects the format.
  func check(option: String) throws(ValidationError) {
    guard quality == nil || format.isLossy else {
      throw ValidationError("--quality needs JPEG, WebP or AVIF.")
    }
    guard Self.qualities.contains(quality ?? 0) else {
      throw ValidationError("--quality must be from 0 to 100.")
    }
    guard !isCompact || format == .png else { throw ValidationError("--compact needs PNG.") }
    guard format.isBuiltIn else {
      throw ValidationError(
        "\(option): \(format.name) is not built in; 'swift build --traits "
          + "default,\(format.name)' adds it.")
    }
  }

  /// The format for a file name extension; PNG without one.
  private static func format(of path: String) throws(ValidationError) -> PictureFormat {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty else { return .png }
    guard let format = PictureFormat(ending: ending) else {
      let known = PictureFormat.allCases.flatMap(\.endings).map { ".\($0)" }
        .joined(separator: ", ")
      throw ValidationError(
        "--output writes an image; its name must end in one of \(known), not '.\(ending)'.")
    }
    return format
  }
}

extension PictureFormat: ExpressibleByArgument {
  /// Parses a format by its file name extension; `nil` for other texts.
  public init?(argument: String) { self.init(ending: argument) }

  /// The file name extensions of all formats, for help.
  public static var allValueStrings: [String] { allCases.map { $0.endings[0] } }

  /// The file name extension of the format, for help.
  public var defaultValueDescription: String { endings[0] }
}

extension PictureEncoding.Effort: ExpressibleByArgument {}
