import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontScanTests {
  private let folder: TestFolder
  private let font: Data

  init() throws {
    folder = try TestFolder()
    font = try Data(contentsOf: URL(fileURLWithPath: FontFixtures.variable))
  }

  @Test func findsFontsInOrderAndTellsOfOthers() throws {
    for name in ["b.ttf", "a.TTF", "inner/c.otf", "inner/deep/d.ttc"] {
      try folder.write(font, to: name)
    }
    try folder.write("no font".utf8, to: "inner/bad.ttf")
    try folder.write("no font".utf8, to: "readme.txt")
    let missing = "\(folder.path)/missing"
    let scan = FontScan(folders: [folder.path, missing])
    let names = scan.faces.map { $0.data.source.dropFirst(folder.path.count + 1) }
    #expect(names == ["a.TTF", "b.ttf", "inner/c.otf", "inner/deep/d.ttc"])
    #expect(scan.errors.map(\.source) == [missing, "\(folder.path)/inner/bad.ttf"])
    #expect(scan.errors.map(\.code) == [.unreadable, .malformed])
    #expect(throws: FontError.self) { try FontCollection(folders: [folder.path]) }
    #expect(throws: FontError.self) { try FontCollection(folders: [missing]) }
    try FileManager.default.removeItem(atPath: "\(folder.path)/inner/bad.ttf")
    #expect(try FontCollection(folders: [folder.path]).descriptions.count == 4)
  }

  @Test func doesNotFollowLinksInACircle() throws {
    try folder.write(font, to: "a/font.ttf")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/a/again", withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/linked.ttf", withDestinationPath: "\(folder.path)/a/font.ttf")
    #expect(FontScan(folders: [folder.path]).faces.count == 2)
  }

  @Test func saysWhereThereIsNothing() throws {
    let error = #expect(throws: FontError.self) { try FontCollection(folders: [folder.path]) }
    #expect(error?.code == .empty && error?.source == folder.path)
    #expect(FontScan(paths: []).faces.isEmpty)
  }
}
