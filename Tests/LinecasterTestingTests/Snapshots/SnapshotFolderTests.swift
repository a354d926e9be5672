import Foundation
import LinecasterBase
import LinecasterFiles
import LinecasterRaster
import LinecasterTestSupport
@testable import LinecasterTesting
import Testing

/// Reports and acceptance of different images, in a folder that is removed afterwards.
@Suite final class SnapshotFolderTests {
  private let folder: URL
  private let white: Bitmap
  private let spotted: Bitmap

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-snapshots-\(UUID().uuidString)")
    white = try Bitmap(width: 20, height: 10, background: .white)
    var pixels = white.pixels
    pixels[(3 * 20 + 7) * 4] = 215
    pixels[(9 * 20 + 19) * 4 + 2] = 0
    spotted = try Bitmap(width: 20, height: 10, pixels: pixels)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var comparing: SnapshotFolder { suite("Suite", accepts: false) }
  private var accepting: SnapshotFolder { suite("Suite", accepts: true) }

  private func suite(_ name: String, accepts: Bool) -> SnapshotFolder {
    SnapshotFolder(
      folder.appendingPathComponent(name), label: "SomeTests/\(name)",
      current: folder.appendingPathComponent("current"), accepts: accepts)
  }

  private func contents(_ path: String) -> Data? {
    FileManager.default.contents(atPath: folder.appendingPathComponent(path).path)
  }

  private func page() throws -> String {
    String(decoding: try #require(contents("current/index.html")), as: UTF8.self)
  }

  /// The images of the page by their captions.
  private func figures(of page: String) throws -> [String: Bitmap] {
    let prefix = "data:image/png;base64,"
    return try page.components(separatedBy: "<img alt=").dropFirst().reduce(into: [:]) {
      // The caption, the text between both attributes, and the image.
      let parts = $1.split(separator: "\"", maxSplits: 4)
      #expect(parts[2].hasPrefix(prefix))
      let png = try #require(Data(base64Encoded: String(parts[2].dropFirst(prefix.count))))
      $0[String(parts[0])] = try ImageDecoder().decode([UInt8](png))
    }
  }

  @Test func newImagesFailUntilTheyAreAccepted() throws {
    #expect(try comparing.compare(white, "a") == .new)
    #expect(try figures(of: page()) == ["after": white])
    #expect(try accepting.compare(white, "a") == .accepted)
    #expect(contents("current/index.html") == nil)
    #expect(try comparing.compare(white, "a") == .same)
    let blessed = try #require(contents("Suite/a.png"))
    #expect(try accepting.compare(white, "a") == .same)
    #expect(contents("Suite/a.png") == blessed)
  }

  @Test func thePageShowsBeforeAfterAndDifference() throws {
    _ = try accepting.compare(white, "a & <b>")
    let outcome = try comparing.compare(spotted, "a & <b>")
    guard case .different(let difference) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect((difference.pixelCount, difference.maximum, difference.total) == (2, 255, 295))
    #expect("\(difference)".hasPrefix("2 of 200 pixels differ, by 0.37 of 255"))
    #expect(!outcome.passes && "\(outcome)".contains("SNAPSHOTS=accept"))
    let figures = try figures(of: page())
    #expect(figures["before"] == white && figures["after"] == spotted)
    let shown = try #require(figures["difference"])
    #expect(shown.color(atX: 7, y: 3) == Color(rgb: 0xA00000))
    #expect(shown.color(atX: 19, y: 9) == Color(rgb: 0x0000FF))
    #expect(shown.color(atX: 0, y: 0) == .black)
    #expect(try page().contains("<h2>SomeTests/Suite/a &amp; &lt;b&gt;</h2>"))
  }

  @Test func onePageShowsTheImagesOfAllSuites() throws {
    for name in ["a", "b"] { _ = try comparing.compare(white, name) }
    _ = try suite("Other", accepts: false).compare(spotted, "c")
    func names() throws -> [Substring] {
      try page().matches(of: /<h2>SomeTests\/([^<]*)/).map { $0.1 }
    }
    #expect(try names() == ["Other/c", "Suite/a", "Suite/b"])
    #expect(try accepting.compare(white, "a") == .accepted)
    #expect(try names() == ["Other/c", "Suite/b"])
    #expect(try accepting.compare(white, "b") == .accepted)
    #expect(try suite("Other", accepts: true).compare(spotted, "c") == .accepted)
    #expect(contents("current/index.html") == nil)
  }

  @Test func imagesOfOtherSizesDiffer() throws {
    _ = try accepting.compare(white, "a")
    let taller = try Bitmap(width: 18, height: 12, background: .white)
    let outcome = try comparing.compare(taller, "a")
    // Two columns of ten rows, two rows of eighteen columns, and the corner outside of both.
    #expect(outcome == .different(ImageDifference(white, taller)))
    #expect(ImageDifference(white, taller).pixelCount == 20 + 36 + 4)
  }

  @Test func imagesThatNoTestAsksForAreFound() throws {
    #expect(try comparing.orphans(besides: []) == [])
    for name in ["a", "b", "c"] { _ = try accepting.compare(white, name) }
    _ = try comparing.compare(spotted, "b")
    #expect(try comparing.orphans(besides: ["b", "d"]) == ["a", "c"])
    #expect(try accepting.orphans(besides: ["b", "d"]) == [])
    #expect(try comparing.orphans(besides: ["b", "d"]) == [])
    #expect(contents("Suite/b.png") != nil && contents("Suite/a.png") == nil)
  }

  @Test func largeImagesAreNotBlessed() throws {
    var random = SeededGenerator()
    let noise = (0..<100 * 100 * 4).map { index in
      index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let image = try Bitmap(width: 100, height: 100, pixels: noise)
    for folder in [accepting, comparing] {
      let outcome = try folder.compare(image, "noise")
      guard case .tooLarge(let bytes, _) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(bytes > folder.maximumBytes && !outcome.passes)
    }
    #expect(contents("Suite/noise.png") == nil)
  }

  /// A manually blessed file is judged by its own bytes.
  @Test func largeFilesAreFoundAndWrittenAnew() throws {
    _ = try accepting.compare(white, "a")
    var png = try #require(contents("Suite/a.png"))
    png.append(contentsOf: [UInt8](repeating: 0, count: comparing.maximumBytes))
    try png.write(to: folder.appendingPathComponent("Suite/a.png"))
    #expect(try comparing.compare(white, "a") == .tooLarge(png.count, limit: 20 * 1024))
    #expect(try accepting.compare(white, "a") == .accepted)
    #expect(try comparing.compare(white, "a") == .same)
  }
}
