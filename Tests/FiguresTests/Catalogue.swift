import Foundation

@testable import Figures

/// The documentation catalogue beside the sources.
enum Catalogue {
  struct Page {
    let name: String
    let text: String
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL
  static let folder = root.appendingPathComponent("Sources/Linecaster/Linecaster.docc")
  static let resources = folder.appendingPathComponent("Resources")

  /// The file of a browser's image of a figure.
  static func browserImage(of figure: some Figure) -> String {
    FigurePainter.fileName(of: figure, "-browser")
  }

  /// The pages, sorted by name.
  static func pages() throws -> [Page] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".md") }.map { name in
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return Page(name: name, text: String(decoding: data, as: UTF8.self))
      }
  }
}
