import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport

/// The cases and fonts of the commands for paragraphs in the schema of browser recordings.
struct ParagraphCases: ParsableArguments {
  @Argument(help: "The file of cases, or - for standard input.")
  var cases: String

  @Option(help: "The table of fonts.")
  var fonts: String

  @Option(help: "A folder to search for the table's files, with its subfolders; may be repeated.")
  var fontDir: [String] = []

  /// The maximum length of a line in a case file, in bytes.
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
