import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import Testing

/// The samples of files of PDF and SVG.
@Suite struct TypeSamplesDocuments {
  private let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
  private let list: DisplayList

  init() throws {
    var list = DisplayList(size: Size(width: 80, height: 40))
    list.append(.fill(DisplayShape(Rect(x: 10, y: 10, width: 60, height: 20)), .color(.black)))
    self.list = list
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  private func start(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)).prefix(5), as: UTF8.self)
  }

  @Test func writesPDF() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.pdf"
    let picture = try DisplayRasterizer().bands(of: list, background: .white)
    try PDFEncoder().write(picture, to: path)
    #expect(try start(of: path) == "%PDF-")
  }

  @Test func writesSVG() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.svg"
    let picture = try DisplayRasterizer().bands(of: list, background: .white)
    try SVGEncoder().write(picture, to: path)
    #expect(try start(of: path) == "<?xml")
  }

  @Test func writesBoth() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let picture = try DisplayRasterizer().bands(of: list, background: .white)
    try PDFEncoder().write(picture, to: "\(folder)/card.pdf")
    try SVGEncoder().write(picture, to: "\(folder)/card.svg")
    #expect(try start(of: "\(folder)/card.pdf") == "%PDF-")
  }
}
