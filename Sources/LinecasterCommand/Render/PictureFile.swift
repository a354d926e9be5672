public import ArgumentParser
import Foundation
public import LinecasterScenes

extension PictureEncoding {
  /// How a picture becomes the file that the command line asks for: the format by the ending of the
  /// name.
  ///
  /// - Throws: `ValidationError` where the name promises what is not written, or an option is not
  ///   for the format.
  init(path: String, quality: Int?, isCompact: Bool) throws {
    self.init(try Self.format(of: path), quality: quality, isCompact: isCompact)
    try check(option: "--output")
  }

  /// Throws where options are not for the format, or that is not built in.
  ///
  /// - Parameter option: The option that the format comes from.
  func check(option: String) throws(ValidationError) {
    guard quality == nil || format.isLossy else {
      throw ValidationError("--quality is for JPEG, WebP and AVIF.")
    }
    guard Self.qualities.contains(quality ?? 0) else {
      throw ValidationError("--quality must be from 0 to 100.")
    }
    guard !isCompact || format == .png else { throw ValidationError("--compact is for PNG.") }
    guard format.isBuiltIn else {
      throw ValidationError(
        "\(option): \(format.name) is not built in; 'swift build --traits "
          + "default,\(format.name)' adds it.")
    }
  }

  /// The format that the ending of a name promises; PNG without one.
  private static func format(of path: String) throws(ValidationError) -> PictureFormat {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty else { return .png }
    guard let format = PictureFormat(ending: ending) else {
      let known = PictureFormat.allCases.flatMap(\.endings).map { ".\($0)" }
        .joined(separator: ", ")
      throw ValidationError(
        "--output is an image, whose name ends in one of \(known): '.\(ending)' cannot be written.")
    }
    return format
  }
}

extension PictureFormat: ExpressibleByArgument {
  /// Reads a format by the ending that names of its files have; the result is nil for other words.
  public init?(argument: String) { self.init(ending: argument) }

  /// The endings, for help.
  public static var allValueStrings: [String] { allCases.map { $0.endings[0] } }

  /// The ending, for help.
  public var defaultValueDescription: String { endings[0] }
}

extension PictureEncoding.Effort: ExpressibleByArgument {}
