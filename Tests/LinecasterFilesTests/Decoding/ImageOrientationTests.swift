import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

@Suite struct ImageOrientationTests {
  /// The visible sides of the first row and the first column, as the standard lists them.
  private enum Side { case top, bottom, left, right }
  private let sides: [(row: Side, column: Side)] = [
    (.top, .left), (.top, .right), (.bottom, .right), (.bottom, .left), (.left, .top),
    (.right, .top), (.right, .bottom), (.left, .bottom),
  ]

  /// The image rotated pixel by pixel, by the wording of the standard.
  private func turned(_ bitmap: Bitmap, _ orientation: Int) throws -> Bitmap {
    let (rowSide, columnSide) = sides[orientation - 1]
    let isUpright = rowSide == .top || rowSide == .bottom
    let width = isUpright ? bitmap.width : bitmap.height
    let height = isUpright ? bitmap.height : bitmap.width
    var pixels = [UInt8](repeating: 0, count: bitmap.pixels.count)
    for row in 0..<bitmap.height {
      for column in 0..<bitmap.width {
        var (x, y) = (0, 0)
        for (side, distance) in [(rowSide, row), (columnSide, column)] {
          switch side {
          case .top: y = distance
          case .bottom: y = height - 1 - distance
          case .left: x = distance
          case .right: x = width - 1 - distance
          }
        }
        for channel in 0..<4 {
          pixels[(y * width + x) * 4 + channel] =
            bitmap.pixels[(row * bitmap.width + column) * 4 + channel]
        }
      }
    }
    return try Bitmap(width: width, height: height, pixels: pixels)
  }

  private let decoder = ImageDecoder()

  @Test(arguments: 1...8)
  func jpegIsTurnedUpright(orientation: Int) throws {
    let file = try ImageFixtures.bytes("jpeg-444.jpg")
    let bytes = ExifData.jpeg(file, orientation: orientation)
    let expected = try turned(decoder.decode(file), orientation)
    let bitmap = try decoder.decode(bytes)
    #expect(bitmap == expected)
    let size = try decoder.info(of: bytes).size
    #expect((size.width, size.height) == (bitmap.width, bitmap.height))
  }

  @Test(arguments: 1...8)
  func pngIsTurnedUpright(orientation: Int) throws {
    let file = try ImageFixtures.bytes("png-palette.png")
    let exif = ExifData.tiff(orientation, isLittleEndian: orientation > 4)
    let bytes = file[..<33] + PNGChecksum.chunk("eXIf", exif) + file[33...]
    #expect(try decoder.decode(Array(bytes)) == turned(decoder.decode(file), orientation))
  }

  @Test(arguments: 1...8)
  func webPIsTurnedUpright(orientation: Int) throws {
    // The file has orientation 6, and no other 16-bit 6 at a similar place.
    var bytes = try ImageFixtures.bytes("webp-turned.webp")
    let tag = try #require(
      bytes.indices.last {
        bytes[$0...].starts(with: [0x12, 0x01]) || bytes[$0...].starts(with: [0x01, 0x12])
      })
    let value = try #require(bytes[(tag + 8)..<(tag + 10)].firstIndex(of: 6))
    bytes[value] = UInt8(orientation)
    let upright = try decoder.decode(path: ImageFixtures.path("webp-lossless.webp"))
    #expect(try decoder.decode(bytes) == turned(upright, orientation))
  }

  @Test(arguments: 1...8)
  func reducedImagesAreTurnedToo(orientation: Int) throws {
    let file = try ImageFixtures.bytes("large.jpg")
    let size = PixelSize(width: 30, height: 23)
    let target = orientation > 4 ? PixelSize(width: 23, height: 30) : size
    let bitmap = try decoder.decode(
      ExifData.jpeg(file, orientation: orientation), covering: target)
    #expect(try bitmap == turned(decoder.decode(file, covering: size), orientation))
    #expect(bitmap.width >= target.width && bitmap.height >= target.height)
  }
}

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
    // The value ends four bytes and the padding of its entry before the end.
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
