import LinecasterTestSupport
import Testing

@testable import LinecasterImages

@Suite struct ExifOrientationTests {
  @Test(arguments: 1...8, [true, false])
  func everyOrientationIsFound(value: Int, isLittleEndian: Bool) {
    let tiff = ExifData.tiff(value, isLittleEndian: isLittleEndian)
    #expect(ExifOrientation.find(in: tiff).rawValue == value)
    #expect(ExifOrientation.find(in: Array("Exif\0\0".utf8) + tiff).rawValue == value)
  }

  @Test(arguments: [0, 9, 255, 65_535])
  func unknownValuesMeanUpright(value: Int) {
    #expect(ExifOrientation.find(in: ExifData.tiff(value, isLittleEndian: true)) == .up)
  }

  @Test func everyCutIsHarmless() {
    let tiff = ExifData.tiff(6, isLittleEndian: false)
    // The value ends four bytes and the padding of the entry before the end.
    for count in tiff.indices {
      let found = ExifOrientation.find(in: Array(tiff.prefix(count)))
      #expect(found == (count >= tiff.count - 6 ? .right : .up), "\(count) bytes")
    }
  }

  @Test func placesBeyondTheEndAreNotFollowed() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      var tiff = ExifData.tiff(6, isLittleEndian: Bool.random(using: &random))
      for _ in 0..<3 {
        let place = Int.random(in: 0..<tiff.count, using: &random)
        tiff[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      #expect(1...8 ~= ExifOrientation.find(in: tiff).rawValue)
    }
  }
}
