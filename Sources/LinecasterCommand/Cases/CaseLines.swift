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
  /// - Throws: `InputFailure` that names the file.
  init(path: String) throws(InputFailure) {
    source = path == "-" ? "standard input" : path
    do {
      // A handle, since pipes and devices cannot be mapped.
      let handle = try path == "-" ? .standardInput : FileHandle(forReadingFrom: Self.url(path))
      data = try handle.readToEnd() ?? Data()
    } catch {
      throw InputFailure(description: "\(path): cannot be read: \(error.localizedDescription)")
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

  /// Calls `body` with each line that is not blank, which says what is wrong with it, and reports
  /// all that is wrong in the end.
  ///
  /// - Throws: What `body` throws, and an exit status where it found something wrong.
  func report(_ body: (Data) throws -> String?) throws {
    var faults: [String] = []
    try forEach { line in
      if let fault = try body(line.text) { faults.append("\(source):\(line.number): \(fault)") }
    }
    guard faults.isEmpty else { throw CommandFailure.report(faults) }
  }

  /// The case that a line has; text that is no Unicode is repaired with U+FFFD.
  ///
  /// - Parameter limit: The most bytes of a line.
  /// - Throws: `InputFailure` that names the field at fault.
  static func decode<Case: Decodable>(_ line: Data, limit: Int) throws(InputFailure) -> Case {
    guard line.count <= limit else {
      throw InputFailure(description: "longer than \(limit) bytes")
    }
    do {
      return try decode(line)
    } catch let error as DecodingError {
      throw InputFailure(description: JSONFault(error).description)
    } catch {
      throw InputFailure(description: "not JSON")
    }
  }

  private static func decode<Case: Decodable>(_ line: Data) throws -> Case {
    do {
      return try JSONDecoder().decode(Case.self, from: line)
    } catch DecodingError.dataCorrupted {
      return try JSONDecoder().decode(Case.self, from: JSONText.repaired(line))
    }
  }

  /// The white space of JSON (RFC 8259 §2).
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
}
