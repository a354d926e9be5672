import Foundation
import Linecaster

/// Lays cases out with the fonts of a table.
struct TextCaseRunner {
  private var fonts: FontTable

  /// The longest line of a file of cases, in bytes.
  private static let lengthLimit = 64 << 20

  init(fonts: FontTable) {
    self.fonts = fonts
  }

  /// What comes of a line of a file of cases; `error` of the result says what is wrong with it.
  mutating func record(for line: Data) -> TextRecord {
    var name: String?
    do {
      let named: TextCase.Name? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      name = named?.id
      let item: TextCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      return try TextRecord(item, typesetter: fonts.typesetter(for: item.input.fonts))
    } catch {
      return TextRecord(id: name, error: "\(error)")
    }
  }
}
