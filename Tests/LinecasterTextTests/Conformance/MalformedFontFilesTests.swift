import Foundation
import LinecasterBase
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Every font of the shared malformed ones is refused with an error, or works in bounded time.
@Suite(
  .enabled(
    if: SharedFiles.mayRun(with: "conformance/text/fonts-malformed"), "no shared broken fonts here")
)
struct MalformedFontFilesTests {
  /// The time limit of a font: more than the bare libraries need for the slowest.
  private static let limit = Duration.seconds(20)
  /// The number of glyphs whose outline is read.
  private static let glyphLimit = 600

  private let texts = [
    "Hello, fi ffi AVATAR 1234", "السلام عليكم بت", "क्षत्रिय नमस्ते", "ภาษาไทย 日本 e\u{301}\u{323} 😀",
  ]

  @Test func everyFontIsRefusedOrWorks() throws {
    let folder = try #require(SharedFiles.path("conformance/text/fonts-malformed"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasSuffix(".json") && !$0.hasSuffix(".md") }.sorted()
    #expect(names.count == 331)
    var opened = 0
    var slowest = (name: "", time: Duration.zero)
    for name in names {
      var works = false
      let time = try ContinuousClock().measure { works = try use("\(folder)/\(name)") }
      opened += works ? 1 : 0
      if time > slowest.time { slowest = (name, time) }
      #expect(time < Self.limit, "\(name)")
    }
    print("broken fonts: \(opened) of \(names.count) open, slowest \(slowest)")
    #expect(opened > 50 && opened < names.count)
  }

  /// Whether the font opens; if so, all its functions are called.
  private func use(_ path: String) throws -> Bool {
    guard let fonts = open(path) else { return false }
    for face in fonts.faces {
      let extremes = [Double.nan, -1e30, 1e30].map { value in
        face.axes.map { FontVariation($0.tag, value) }
      }
      for variations in [[], extremes[0], extremes[1], extremes[2]] {
        let instance = face.instance(variations: variations)
        check(instance, path)
        check(Typesetter(fonts: try FontCollection(faces: [instance])), path)
      }
    }
    return true
  }

  /// The faces of a file; nil if it is refused with an error that names it.
  private func open(_ path: String) -> FontCollection? {
    do {
      return try FontCollection(paths: [path])
    } catch {
      #expect(error.source == path && !error.reason.isEmpty)
      return nil
    }
  }

  private func check(_ face: FontFace, _ path: String) {
    for glyph in 0..<UInt32(min(face.glyphCount, Self.glyphLimit)) {
      let outline = face.outline(of: glyph)
      #expect(!outline.svgPath(scale: 0.5).contains("n"), "\(path): glyph \(glyph)")
    }
    #expect(face.outline(of: .max).isEmpty, "\(path)")
  }

  private func check(_ typesetter: Typesetter, _ path: String) {
    for text in texts {
      let prepared = typesetter.prepare(Paragraph(text))
      #expect(prepared.minContentWidth.isFinite && prepared.maxContentWidth.isFinite, "\(path)")
      for width in [40.0, 200, .infinity] {
        let layout = prepared.layout(width: width)
        #expect(layout.lines.last?.utf16Range.upperBound == text.utf16.count, "\(path)")
        #expect(layout.size.width.isFinite && layout.size.height.isFinite, "\(path)")
        #expect(layout.graphemes.allSatisfy { $0.x.isFinite && $0.width.isFinite }, "\(path)")
      }
    }
  }
}
