import Foundation

/// What commands write to standard output.
enum CommandOutput {
  /// Writes lines; a reader that went away is no fault.
  static func write(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes a value as JSON, the same value always as the same bytes.
  static func writeJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    write([String(decoding: try encoder.encode(value), as: UTF8.self)])
  }
}
