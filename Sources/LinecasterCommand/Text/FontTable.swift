import Foundation
import Linecaster

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
