import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct MalformedFontTests {
  /// Opens a font and lays out text with it; nil if the font is refused with a typed error.
  private func layOut(_ open: () throws(FontError) -> FontCollection) -> TextLayout? {
    guard let fonts = try? open() else { return nil }
    let paragraph = Paragraph("Hello, fi ffi بت 日本 \u{301}x 😀\ttwo\nlines")
    let prepared = Typesetter(fonts: fonts).prepare(paragraph)
    #expect(prepared.minContentWidth.isFinite)
    _ = prepared.layout(width: 40)
    return prepared.layout(width: 100)
  }

  @Test func everyTruncationIsRefusedOrWorks() throws {
    let face = try #require(
      try FontCollection.bundled().face(
        family: "Noto Sans Georgian", weight: .regular, slant: .upright))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: face.data.source)))
    let lengths = Array(0..<400) + stride(from: 400, to: bytes.count, by: 997)
    var refused = 0
    for length in lengths {
      let layout = layOut { () throws(FontError) in
        let data = FontData(Array(bytes[..<length]), name: "\(length) bytes")
        return try FontCollection(faces: [FontFace(data: data)])
      }
      if layout == nil { refused += 1 }
      if let layout { #expect(layout.lines.last?.utf16Range.upperBound == 35) }
    }
    #expect(refused >= 300)
  }
}
