import Foundation
import LinecasterCommandSupport
import LinecasterFonts
import LinecasterText

/// Families of fonts by short names, as a file lists them; each face is opened once.
///
/// The file is a JSON object: `{"sans": {"faces": [{"file": "NotoSans-Regular.ttf"}, ...]}, ...}`,
/// or `{"sans": {"file": ...}, ...}` for families of one face, with `index` for faces of a
/// collection. The weight and the style come from the face itself.
struct FontFamilyTable {
  private struct Family: Decodable {
    let faces: [Face]

    private enum CodingKeys: String, CodingKey { case faces, file }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      faces =
        fields.contains(.file)
        ? [try Face(from: decoder)] : try fields.decode([Face].self, forKey: .faces)
    }
  }

  /// The location of a face.
  private struct Face: Decodable {
    let file: String
    let index: Int?
  }

  private let source: String
  private let families: [String: Family]
  private var files: FontFileFinder
  private var faces: [String: [FontFace]] = [:]
  private var typesetters: [[String]: Typesetter] = [:]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - data: The table.
  ///   - source: The name of the table in messages.
  ///   - folders: The folders to search before the system's.
  /// - Throws: `DecodingError`.
  init(_ data: Data, source: String, folders: [String] = []) throws {
    self.source = source
    files = FontFileFinder(folders: folders)
    families = try JSONDecoder().decode([String: Family].self, from: data)
  }

  /// The files that are in none of the folders.
  mutating func missingFiles() -> [String] {
    Set(families.values.flatMap(\.faces).map(\.file)).filter { files.path(of: $0) == nil }.sorted()
  }

  /// A typesetter with the faces of some families, in the order of the families.
  ///
  /// - Throws: `CaseFault` that names the missing family or file, or `FontError`.
  mutating func typesetter(for names: [String]) throws -> Typesetter {
    if let known = typesetters[names] { return known }
    var chosen: [FontFace] = []
    for name in names { chosen += try faces(of: name) }
    guard !chosen.isEmpty else { throw CaseFault("field 'fonts' is empty") }
    let typesetter = Typesetter(fonts: try FontCollection(faces: chosen))
    typesetters[names] = typesetter
    return typesetter
  }

  /// The family name in the font files.
  mutating func familyName(of name: String) throws -> String {
    try faces(of: name).first?.family ?? name
  }

  private mutating func faces(of name: String) throws -> [FontFace] {
    if let known = faces[name] { return known }
    guard let family = families[name] else { throw CaseFault("\(source) has no font '\(name)'") }
    var opened: [FontFace] = []
    for face in family.faces {
      guard let path = files.path(of: face.file) else {
        throw CaseFault("file \(face.file) of the font '\(name)' is in no folder; add --font-dir")
      }
      opened.append(try FontFace(data: FontData(path: path), index: face.index ?? 0))
    }
    faces[name] = opened
    return opened
  }
}

/// Finds font files by name, in some folders and then in those of the system.
struct FontFileFinder {
  private let folders: [String]
  /// All files by name, once the folders have been scanned.
  private var paths: [String: String]?

  /// The font folders of Linux systems.
  private static let systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts"]

  init(folders: [String]) {
    self.folders = folders
  }

  /// The path of a file; earlier folders take precedence.
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
