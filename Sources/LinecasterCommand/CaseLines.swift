import Foundation

/// The lines of a file of cases, read as they are asked for.
struct CaseLines {
  /// The name of the file, for messages.
  let source: String
  private let data: Data

  /// A line and its number, from 1.
  struct Numbered {
    let number: Int
    let text: Data
  }

  /// Opens a file, or standard input for `-`.
  ///
  /// - Throws: `TextFailure` that names the file.
  init(path: String) throws(TextFailure) {
    source = path == "-" ? "standard input" : path
    do {
      // A handle, since pipes and devices cannot be mapped.
      let handle = try path == "-" ? .standardInput : FileHandle(forReadingFrom: Self.url(path))
      data = try handle.readToEnd() ?? Data()
    } catch {
      throw TextFailure(description: "\(path): cannot be read: \(error.localizedDescription)")
    }
  }

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  /// Calls `body` with each line that is not blank.
  func forEach(_ body: (Numbered) throws -> Void) rethrows {
    var rest = data[...]
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      guard !line.allSatisfy(Self.blanks.contains) else { continue }
      try body(Numbered(number: number, text: Data(line)))
    }
  }

  /// The white space of JSON (RFC 8259 §2).
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
}
