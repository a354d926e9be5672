import ArgumentParser
import Foundation
import Linecaster

/// Lays out paragraphs as a browser's recordings have them.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Lay out paragraphs in the format of browser recordings.",
    discussion: """
      Reads a JSON object a line with id and input, and prints one a line. The fields of input \
      are those of CSS, lengths in pixels, with CSS's defaults:

        text, fonts (names from the table, in the order of fallback), size; and if wanted
        width, lineHeight, dir, lang, align, whiteSpace, wordBreak, overflowWrap, lineBreak,
        letterSpacing, wordSpacing, tabSize, indent, lineClamp, textOverflow

      The result has the start (UTF-8 and UTF-16) and the width of every line, the height, the \
      max-content and min-content widths, where the text before an ellipsis ends (shownTo8), and \
      for every grapheme its UTF-8 offset, left edge and width.

      The table of fonts is a JSON object: {"sans": {"file": "NotoSans-Regular.ttf"}, ...}, with \
      "index" for faces of a collection. Files are looked for in --font-dir, then in the \
      system's folders.

      Example:

        linecaster text cases.jsonl --fonts fonts.json > results.jsonl

      Exit status: 0 when all is well, 1 when a case or the table is at fault (the other cases \
      are laid out all the same), 64 when the command line is.
      """)

  @Argument(help: "The file of cases, or - for standard input.")
  var cases: String

  @Option(help: "The table of fonts.")
  var fonts: String

  @Option(help: "A folder of font files, with those below; may be given more than once.")
  var fontDir: [String] = []

  func run() throws {
    do {
      let lines = try CaseLines(path: cases)
      var runner = TextCaseRunner(fonts: try FontTable(path: fonts, folders: fontDir))
      try lines.report { line in
        let record = runner.record(for: line)
        try FileHandle.standardOutput.write(contentsOf: record.line())
        return record.error
      }
    } catch let status as ExitCode {
      throw status
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}

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

/// Fonts by short names, as a file lists them; each is opened once.
struct FontTable {
  /// Where a font is.
  private struct Entry: Decodable {
    let file: String
    let index: Int?
  }

  private let source: String
  private let entries: [String: Entry]
  private var files: FontFileFinder
  private var faces: [String: FontFace] = [:]
  private var typesetters: [[String]: Typesetter] = [:]

  /// Reads a table: an object with `file`, and `index` for collections, for each name.
  ///
  /// - Throws: `InputFailure` that names the table.
  init(path: String, folders: [String]) throws(InputFailure) {
    source = path
    files = FontFileFinder(folders: folders)
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      entries = try JSONDecoder().decode([String: Entry].self, from: data)
    } catch let error as DecodingError {
      throw InputFailure(description: "\(path): \(JSONFault(error))")
    } catch {
      throw InputFailure(description: "\(path): cannot be read")
    }
  }

  /// A typesetter with fonts in an order of fallback.
  ///
  /// - Throws: `InputFailure` that names the font that is not there, or `FontError`.
  mutating func typesetter(for names: [String]) throws -> Typesetter {
    if let known = typesetters[names] { return known }
    var chosen: [FontFace] = []
    for name in names { chosen.append(try face(name)) }
    guard !chosen.isEmpty else { throw InputFailure(description: "field 'fonts' is empty") }
    let typesetter = Typesetter(fonts: try FontCollection(faces: chosen))
    typesetters[names] = typesetter
    return typesetter
  }

  private mutating func face(_ name: String) throws -> FontFace {
    if let known = faces[name] { return known }
    guard let entry = entries[name] else {
      throw InputFailure(description: "\(source) has no font '\(name)'")
    }
    guard let path = files.path(of: entry.file) else {
      throw InputFailure(description: "no file \(entry.file), the font '\(name)', in any folder")
    }
    let face = try FontFace(data: FontData(path: path), index: entry.index ?? 0)
    faces[name] = face
    return face
  }
}

/// Finds font files by their names, in some folders and then where the system keeps fonts.
struct FontFileFinder {
  private let folders: [String]
  /// Every file by its name, once all folders have been walked.
  private var paths: [String: String]?

  /// Where Linux systems keep fonts.
  private static let systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts"]

  init(folders: [String]) {
    self.folders = folders
  }

  /// The path of a file; of several with its name that of the folder given first.
  mutating func path(of name: String) -> String? {
    for folder in folders where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    if paths == nil { paths = Self.walk(folders + Self.systemFolders) }
    return paths?[name]
  }

  private static func walk(_ folders: [String]) -> [String: String] {
    var paths: [String: String] = [:]
    for folder in folders {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() {
        let last = name.split(separator: "/").last.map { String($0) } ?? name
        if paths[last] == nil { paths[last] = "\(folder)/\(name)" }
      }
    }
    return paths
  }
}
