package import ArgumentParser
package import Foundation
import LinecasterBase
import LinecasterScenes

/// The lines of a case file, read on demand.
package struct CaseLines {
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
  /// - Throws: `CommandFailure` that names the file.
  package init(path: String) throws(CommandFailure) {
    source = path == "-" ? "standard input" : path
    do {
      // A file handle, because pipes and devices cannot be mapped.
      let handle = try path == "-" ? .standardInput : FileHandle(forReadingFrom: Self.url(path))
      data = try handle.readToEnd() ?? Data()
    } catch {
      throw CommandFailure(
        description: "\(source): cannot be read: \(SystemFailure.reason(error))")
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

  /// Calls `body` with each line that is not blank, and reports all errors that it returns at the
  /// end. An error that `body` throws ends the reading, and is reported last.
  ///
  /// - Throws: An exit status if there are errors.
  package func report(_ body: (Data) throws -> String?) throws(ExitCode) {
    var faults: [String] = []
    do {
      try forEach { line in
        if let fault = try body(line.text) { faults.append("\(source):\(line.number): \(fault)") }
      }
    } catch {
      faults.append(CommandFailure.message(error))
    }
    guard faults.isEmpty else { throw CommandFailure.report(faults) }
  }

  /// Decodes the case on a line; invalid Unicode becomes U+FFFD.
  ///
  /// - Parameter limit: The maximum bytes of a line.
  /// - Throws: `CommandFailure` that names the invalid field.
  package static func decode<Case: Decodable>(
    _ line: Data, limit: Int
  ) throws(CommandFailure) -> Case {
    guard line.count <= limit else {
      throw CommandFailure(description: "longer than \(limit) bytes")
    }
    do {
      return try decode(line)
    } catch let error as DecodingError {
      throw CommandFailure(description: JSONFault(error).description)
    } catch {
      throw CommandFailure(description: "not JSON")
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

/// The output of a command for a case.
package protocol CaseRecord: Encodable {}

extension CaseRecord {
  /// One line of JSON (RFC 8259).
  package func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

/// A short description of an invalid value in a JSON file.
package struct JSONFault: CustomStringConvertible {
  package let description: String

  package init(_ error: DecodingError) {
    description =
      switch error {
      case .keyNotFound(let key, let context):
        "missing field '\(Self.field(context.codingPath + [key]))'"
      case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
        context.codingPath.isEmpty
          ? "not an object"
          : "field '\(Self.field(context.codingPath))' is not \(Self.kind(of: type))"
      case .dataCorrupted: "not JSON"
      @unknown default: "not JSON"
      }
  }

  private static func field(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }

  private static func kind(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Double.Type, is Int.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

/// JSON whose strings may contain invalid Unicode, for example half a surrogate pair.
enum JSONText {
  /// The same text with U+FFFD for invalid UTF-8 and for escapes of unpaired surrogates.
  ///
  /// - Complexity: O(bytes).
  static func repaired(_ data: Data) -> Data {
    var bytes = Array(String(decoding: data, as: UTF8.self).utf8)
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      switch surrogate(in: bytes, at: index) {
      case .none: index += 2
      case .high where surrogate(in: bytes, at: index + 6) == .low: index += 12
      case .high, .low:
        bytes.replaceSubrange(index + 2..<index + 6, with: Array("FFFD".utf8))
        index += 6
      }
    }
    return Data(bytes)
  }

  /// The half of a surrogate pair that an escape represents.
  private enum Half {
    case none
    case high
    case low
  }

  private static func surrogate(in bytes: [UInt8], at index: Int) -> Half {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"),
      let unit = UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    else { return .none }
    return switch unit & 0xFC00 {
    case 0xD800: .high
    case 0xDC00: .low
    default: .none
    }
  }
}
