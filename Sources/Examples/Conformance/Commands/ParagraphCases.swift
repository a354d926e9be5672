import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// The cases and fonts of commands that lay out paragraphs as a browser's recordings have them.
struct ParagraphCases: ParsableArguments {
  @Argument(help: "The file of cases, or - for standard input.")
  var cases: String

  @Option(help: "The table of fonts.")
  var fonts: String

  @Option(help: "A folder to find the table's files in or below; may be given more than once.")
  var fontDir: [String] = []

  /// The longest line of a file of cases, in bytes.
  static let lengthLimit = 64 << 20

  /// Reads the table of fonts.
  ///
  /// - Throws: `CommandFailure` that names it.
  func table() throws(CommandFailure) -> FontFamilyTable {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: fonts))
      return try FontFamilyTable(data, source: fonts, folders: fontDir)
    } catch let error as DecodingError {
      throw CommandFailure(description: "\(fonts): \(JSONFault(error))")
    } catch {
      throw CommandFailure(
        description: "\(fonts): cannot be read: \(SystemFailure.reason(error))")
    }
  }
}
