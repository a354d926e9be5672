import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@Suite struct FontDataTests {
  /// Calls `body` with the path of a file that is deleted afterwards.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  private func error(opening path: String) -> FontError? {
    do {
      _ = try FontCollection(paths: [path])
      return nil
    } catch {
      return error
    }
  }

  @Test func lendsTheBytesOfTheFile() throws {
    let bytes = (0..<100).map { UInt8($0) }
    try withFile(bytes) { path in
      for data in [try FontData(path: path), FontData(bytes, name: "memory")] {
        let first = data.withBytes { $0.baseAddress }
        #expect(data.withBytes { Array($0) } == bytes)
        #expect(data.withBytes { $0.baseAddress } == first)
        #expect(throws: FontError.self) {
          try data.withBytes { _ throws(FontError) in
            throw FontError(code: .empty, source: "", reason: "")
          }
        }
      }
    }
  }

  @Test func namesWhatCannotBeRead() {
    let missing = "/nowhere/\(UUID().uuidString).ttf"
    #expect(error(opening: missing)?.code == .unreadable)
    #expect(error(opening: missing)?.source == missing)
    #expect(error(opening: missing)?.description.contains("cannot be read") == true)
    let folder = FileManager.default.temporaryDirectory.path
    #expect(error(opening: folder)?.code == .unreadable)
    #expect(error(opening: "/dev/null")?.code == .unreadable)
    #expect(error(opening: "")?.code == .unreadable)
    #expect(error(opening: "/dev/null\u{0}.ttf") != nil)
  }

  @Test func namesWhatIsNoFont() throws {
    try withFile([]) { #expect(error(opening: $0)?.code == .malformed) }
    try withFile(Array("This is not a font.\n".utf8)) { path in
      #expect(error(opening: path)?.code == .malformed)
      #expect(error(opening: path)?.source == path)
    }
  }

  @Test func doesNotWaitForPipes() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      .path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(error(opening: path)?.code == .unreadable)
  }

  @Test func takesBytesFromMemory() throws {
    let mapped = try #require(try FontCollection.bundled().faces.last)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: mapped.data.source))
    let face = try FontFace(data: FontData(Array(bytes), name: "mono"))
    #expect(face.family == mapped.family && face.data.source == "mono")
    #expect(
      #expect(throws: FontError.self) {
        try FontFace(data: FontData([], name: "nothing"))
      }?.source == "nothing")
  }
}
