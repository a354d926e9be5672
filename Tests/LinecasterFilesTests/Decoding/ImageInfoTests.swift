import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

@Suite struct ImageInfoTests {
  private let decoder = ImageDecoder()

  @Test(arguments: ImageFixtures.all)
  func headersAreReadWithoutPixels(name: String) throws {
    let info = try decoder.info(path: ImageFixtures.path(name))
    #expect(try decoder.info(of: ImageFixtures.bytes(name)) == info)
    let isLarge = name.hasPrefix("large")
    let upright = PixelSize(width: isLarge ? 120 : 27, height: isLarge ? 90 : 21)
    let turned = PixelSize(width: upright.height, height: upright.width)
    #expect(info.size == (name.contains("turned") ? turned : upright))
    let endings = [
      ".png": ImageFormat.png, ".jpg": .jpeg, ".webp": .webP, ".gif": .gif, ".avif": .avif,
    ]
    #expect(endings.first { name.hasSuffix($0.key) }?.value == info.format)
    let opaque = [
      "png-1-bit.png", "webp-lossy.webp", "large.webp", "gif-interlaced.gif", "gif-rows.gif",
      "gif-animated.gif", "large.gif", "avif-420.avif", "avif-grey.avif", "large.avif",
    ]
    #expect(info.hasAlpha == !(info.format == .jpeg || opaque.contains(name)))
  }

  @Test func theNameOfAFileSaysNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("image.png")
    try AtomicFileWriter.write(ImageFixtures.bytes("jpeg-444.jpg"), to: path)
    #expect(try decoder.info(path: path).format == .jpeg)
    #expect(try decoder.decode(path: path).width == 27)
  }

  @Test func otherFormatsAreUnsupported() throws {
    for bytes in ["", "G", "GIF88a and more than twelve bytes", "BM"].map({ Array($0.utf8) }) {
      let error = #expect(throws: ImageError.self) { try decoder.info(of: bytes, name: "it") }
      #expect(error?.code == .unsupported)
      #expect(error?.source == "it")
    }
  }

  /// The error names the format found, by the signatures that its standard gives.
  @Test(
    arguments: [
      ("TIFF", "MM\0*\0\0\0\u{8}"), ("PDF", "%PDF-1.7\n"),
      ("BMP", "BM:\0\0\0\0\0\0\0\06"), ("ICO", "\0\0\u{1}\0\u{1}\0"),
      ("HEIF", "\0\0\0\u{18}ftypheic"),
      ("JPEG XL", "\0\0\0\u{C}JXL \r\n"), ("Photoshop", "8BPS\0\u{1}"),
    ])
  func errorsNameTheFormatFound(name: String, start: String) {
    let error = #expect(throws: ImageError.self) {
      try decoder.info(of: Array(start.utf8), name: "it")
    }
    #expect(error?.reason == "\(name), not PNG, JPEG, WebP, GIF, AVIF or SVG")
  }

  @Test func everyCutOfAHeaderIsAnError() throws {
    for (name, end) in [
      ("png-palette.png", 90), ("jpeg-444.jpg", 170), ("webp-lossy.webp", 30),
      ("gif-part.gif", 127),
    ] {
      let bytes = try ImageFixtures.bytes(name)
      for count in 12..<end {
        let error = #expect(throws: ImageError.self) {
          try decoder.info(of: Array(bytes.prefix(count)))
        }
        #expect(error?.code == .malformed, "\(name), \(count) bytes")
      }
    }
  }

  @Test func segmentsBeforeTheSizeArePassedOver() throws {
    let file = try ImageFixtures.bytes("jpeg-444.jpg")
    let segment: [UInt8] = [0xFF, 0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0xC0, count: 65_533)
    let long = Array(file[..<2]) + (0..<20).flatMap { _ in segment } + file[2...]
    #expect(try decoder.info(of: long).size == PixelSize(width: 27, height: 21))
    let endless = Array(file[..<2]) + (0..<2000).flatMap { _ in [0xFF, 0xE2, 0, 2] as [UInt8] }
    #expect(throws: ImageError.self) { try decoder.info(of: endless + file[2...]) }
  }

  @Test func unusualKindsOfJPEGAreUnsupported() throws {
    let file = try ImageFixtures.bytes("jpeg-444.jpg")
    let frame = try #require(
      file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    for (offset, byte) in [(1, 0xC3), (1, 0xC5), (4, 12)] as [(Int, UInt8)] {
      var odd = file
      odd[frame + offset] = byte
      let error = #expect(throws: ImageError.self) { try decoder.info(of: odd) }
      #expect(error?.code == .unsupported)
    }
  }
}
