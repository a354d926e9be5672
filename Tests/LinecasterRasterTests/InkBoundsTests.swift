import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite(.timeLimit(.minutes(60))) struct InkBoundsTests {
  private let rasterizer = DisplayRasterizer()

  private func ink(_ text: String, size: Double = 40, scale: Double = 1) throws -> Rect? {
    let typesetter = Typesetter(fonts: try .bundled())
    let paragraph = Paragraph(text, style: TextStyle(size: size))
    let layout = typesetter.prepare(paragraph).layout(width: 400)
    var list = DisplayList(size: layout.size)
    list.append(.text(layout, origin: .zero))
    return try rasterizer.inkBounds(of: list, scale: PixelScale(scale))
  }

  @Test func lettersFillTheirBoxesInPart() throws {
    let small = try #require(try ink("x"))
    let tall = try #require(try ink("Äg"))
    #expect(tall.minY < small.minY && tall.maxY > small.maxY && tall.width > small.width)
    #expect(small.height > 15 && small.height < 30)
    #expect(try ink("   ") == nil && (try ink("")) == nil)
    // A letter with ink left of its origin.
    #expect(try #require(try ink("j")).minX < 0)
    let sharp = try #require(try ink("x", scale: 4))
    #expect(abs(sharp.minX - small.minX) <= 1 && abs(sharp.width - small.width) <= 2)
  }

  /// Second witness: boxes at known places, also outside the list.
  @Test func boundsOfBoxesAreTheirs() throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      var list = DisplayList(size: Size(width: 50, height: 40))
      var union: Rect?
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let rect = Rect(
          x: Double(Int.random(in: -30...60, using: &random)),
          y: Double(Int.random(in: -30...50, using: &random)),
          width: Double(Int.random(in: 1...20, using: &random)),
          height: Double(Int.random(in: 1...20, using: &random)))
        list.append(.fill(DisplayShape(rect), .color(.black)))
        union = union?.union(rect) ?? rect
      }
      #expect(try rasterizer.inkBounds(of: list, scale: .one) == union)
      #expect(try rasterizer.inkBounds(of: list, scale: PixelScale(2)) == union)
    }
    let nothing = DisplayList(size: .zero)
    #expect(try rasterizer.inkBounds(of: nothing, scale: .one, margin: .nan) == nil)
  }
}
