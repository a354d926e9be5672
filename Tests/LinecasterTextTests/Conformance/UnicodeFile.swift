import Foundation

/// A file of Unicode's own tests, from Debian's `unicode-data`.
struct UnicodeFile {
  /// A line that is not a comment: its number, from 1, and the fields before the comment.
  struct Line {
    let number: Int
    let fields: [Substring]
  }

  /// The folder of the files in Debian; nil if they are not installed.
  static let folder = ["/usr/share/unicode"].first {
    FileManager.default.fileExists(atPath: "\($0)/auxiliary/LineBreakTest.txt")
  }

  let lines: [Line]

  /// Reads a file of the folder.
  init(_ name: String) throws {
    let text = try String(contentsOfFile: "\(Self.folder ?? "")/\(name)", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        return fields.isEmpty ? nil : Line(number: index + 1, fields: fields)
      }
  }
}

extension UnicodeFile.Line {
  /// The characters of the line, and the UTF-16 offsets before which it has ÷.
  var textAndBreaks: (text: String, breaks: [Int]) {
    var text = ""
    var breaks: [Int] = []
    for field in fields.prefix(while: { $0 != ";" }) {
      if let scalar = UInt32(field, radix: 16).flatMap(Unicode.Scalar.init) {
        text.unicodeScalars.append(scalar)
      } else if field == "÷" {
        breaks.append(text.utf16.count)
      }
    }
    return (text, breaks)
  }
}
