import Foundation
import LinecasterGeometry
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterImages

@Suite struct PNGDecoderTests {
  private func sample() throws -> [UInt8] {
    var random = SeededGenerator()
    return try PNGEncoder().encode(Bitmap(width: 40, height: 30, pixels: random.pixels(1200)))
  }

  private func code(of bytes: [UInt8], decoder: PNGDecoder = PNGDecoder()) -> ImageError.Code? {
    #expect(throws: ImageError.self) { try decoder.decode(bytes, name: "sample") }?.code
  }

  @Test func headerFieldsAreRead() throws {
    let bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    #expect(PNGHeader(bytes) == nil)
    let header = try #require(PNGHeader(bytes + [0, 0, 0, 7, 0, 0, 1, 2, 16, 4]))
    #expect((header.width, header.height, header.bitDepth, header.channels) == (7, 258, 16, 2))
  }

  // Pictures made by another writer (Python's zlib and struct) and the pixels they stand for.

  @Test func greyOfSixteenBitsIsRead() throws {
    let bitmap = try decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAAAAACB2fwVAAAADUlEQVR42mNoaPj/HwAGggL/bOBDIwAAAABJ"
        + "RU5ErkJggg==")
    #expect(bitmap.pixels == [128, 128, 128, 255, 255, 255, 255, 255])
  }

  @Test func palettesWithTransparencyAreRead() throws {
    let bitmap = try decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAgMAAACEUudeAAAADFBMVEX/AAAA/wAAAP8KFB4iiCkEAAAAA3RS"
        + "TlP/gAB/bWh4AAAACklEQVR42mOQBgAAHQAcI3yPrAAAAABJRU5ErkJggg==")
    #expect(bitmap.pixels == [255, 0, 0, 255, 0, 128, 0, 128, 0, 0, 0, 0, 10, 20, 30, 255])
  }

  @Test func straightAlphaIsMultiplied() throws {
    let bitmap = try decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAYAAACZgbYnAAAAEklEQVR42mM4kWLUwMDIxPwfAA+fAuTFnYzL"
        + "AAAAAElFTkSuQmCC")
    #expect(bitmap.pixels == [100, 50, 25, 128, 1, 2, 3, 255])
  }

  private func decode(_ base64: String) throws -> Bitmap {
    try PNGDecoder().decode([UInt8](try #require(Data(base64Encoded: base64))))
  }

  @Test func everyCutIsAnError() throws {
    let bytes = try sample()
    // What follows the last image data is an empty end chunk of 12 bytes, which may be missing.
    for count in stride(from: 0, to: bytes.count - 12, by: 37) {
      #expect(code(of: Array(bytes.prefix(count))) == .malformed)
    }
  }

  @Test func brokenBytesNeverTrap() throws {
    var random = SeededGenerator()
    let bytes = try sample()
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        broken[place] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(ImageError) {
        let bitmap = try PNGDecoder(pixelLimit: 100_000).decode(broken, name: "sample")
        #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
      } catch {
        #expect(error.source == "sample" && !error.reason.isEmpty, "seed \(random.seed)")
      }
    }
  }

  @Test func sizesThatTheBytesCannotHoldAreErrors() throws {
    var bytes = try sample()
    bytes[17] = 0
    bytes[18] = 0x1F
    bytes[22] = 0x1F
    let error = #expect(throws: ImageError.self) { try PNGDecoder().decode(bytes, name: "lie") }
    #expect(error?.code == .malformed)
    #expect(error?.description.contains("cannot hold") == true)
    #expect(error?.source == "lie")
  }

  @Test func limitsAreCheckedFirst() throws {
    let bytes = try sample()
    #expect(code(of: bytes, decoder: PNGDecoder(pixelLimit: 1199)) == .tooLarge)
    #expect(try PNGDecoder(pixelLimit: 1200).decode(bytes).width == 40)
    var wide = bytes
    wide.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    wide.replaceSubrange(20..<24, with: [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(code(of: wide) == .tooLarge)
  }

  @Test func filesAreNamedInErrors() throws {
    let folder = try TemporaryFolder()
    for path in [folder.file("absent.png"), folder.path] {
      let error = #expect(throws: ImageError.self) { try PNGDecoder().decode(path: path) }
      #expect(error?.code == .unreadable)
      #expect(error?.source == path)
    }
    let path = folder.file("large.png")
    try AtomicFileWriter.write(try sample(), to: path)
    let error = #expect(throws: ImageError.self) {
      try PNGDecoder(fileByteLimit: 100).decode(path: path)
    }
    #expect(error?.code == .tooLarge)
  }
}
