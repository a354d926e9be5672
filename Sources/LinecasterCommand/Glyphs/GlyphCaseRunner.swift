import Foundation
import Linecaster

/// Runs cases over the fonts of a folder, each font opened once.
struct GlyphCaseRunner {
  /// The folder that the names of fonts start from.
  let folder: String

  private var faces: [String: FontFace] = [:]

  /// The size that the tests' coordinates are for, in layout points.
  private static let size = 1000.0

  /// The longest line of a file of cases, in bytes.
  private static let lengthLimit = 4 << 20

  init(folder: String) {
    self.folder = folder
  }

  /// What a line of a file of cases shows; `error` of the result says what is wrong with it.
  mutating func record(for line: Data) -> GlyphRecord {
    do {
      let item: GlyphCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      do {
        return GlyphRecord(id: item.id, glyphs: try glyphs(of: item))
      } catch {
        return GlyphRecord(id: item.id, error: "\(error)")
      }
    } catch {
      let name = try? JSONDecoder().decode(GlyphCase.Name.self, from: line)
      return GlyphRecord(id: name?.id, error: "\(error)")
    }
  }

  private mutating func glyphs(of item: GlyphCase) throws -> [PlacedOutline] {
    let face = try face(item.font)
      .instance(variations: try FontVariation.list(item.variation ?? ""))
    return try OutlinedText(item.text, face: face, style: TextStyle(size: Self.size)).glyphs
  }

  private mutating func face(_ name: String) throws -> FontFace {
    if let known = faces[name] { return known }
    // Cases come from anywhere, and must not have other files of the machine read.
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      throw InputFailure(description: "field 'font' is not a path inside the folder of fonts")
    }
    let face = try FontFace(path: "\(folder)/\(name)")
    faces[name] = face
    return face
  }
}
