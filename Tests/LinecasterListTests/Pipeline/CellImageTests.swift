import LinecasterBase
import LinecasterRaster
import Testing

@testable import LinecasterList

@Suite struct CellImageTests {
  private func image(_ width: Int, _ color: Color) throws -> CellImage {
    CellImage(
      bitmap: try Bitmap(width: width, height: 4, background: color),
      size: Size(width: Double(width), height: 4), scale: .one)
  }

  @Test func changesAreThoseOfThePixels() throws {
    let old = try image(20, .white)
    #expect(try old.changes(since: image(20, .white)).isEmpty)
    var bitmap = try old.bitmap()
    bitmap.draw(try Bitmap(width: 3, height: 2, background: .black), atX: 5, y: 1)
    let new = CellImage(bitmap: bitmap, size: old.size, scale: old.scale)
    #expect(new.changes(since: old) == [PixelRect(x: 5, y: 1, width: 3, height: 2)])
  }

  @Test func anotherSizeIsAllNew() throws {
    let new = try image(21, .white)
    let all = [PixelRect(x: 0, y: 0, width: 21, height: 4)]
    #expect(try new.changes(since: image(20, .white)) == all)
  }
}
