import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// Images whose references contain their data.
@Suite struct InlineImageTests {
  private let images = ImageFileProvider(folder: "/nowhere")

  private func png(_ color: Color, width: Int = 3) throws -> [UInt8] {
    try PNGEncoder().encode(Bitmap(width: width, height: 2, background: color))
  }

  private func address(_ bytes: [UInt8]) -> ImageReference {
    ImageReference("data:image/png;base64,\(Data(bytes).base64EncodedString())")
  }

  @Test func dataAreDecodedAsFilesAre() throws {
    let bytes = try png(Color(rgb: 0x123456))
    let image = address(bytes)
    #expect(try images.load(image) == ImageDecoder().decode(bytes))
    #expect(images.naturalSize(of: image) == Size(width: 3, height: 2))
    #expect(images.bitmap(for: address(try png(.black)))?.color(atX: 0, y: 0) == .black)
    // They are cached by their references.
    let count = images.decodedCount
    _ = try images.load(image)
    #expect(images.decodedCount == count)
    #expect(images.failures.isEmpty)
  }

  @Test func bytesMayBeEscaped() throws {
    let bytes = try png(.white)
    let escaped = bytes.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
    #expect(try images.load(ImageReference("data:," + escaped)) == ImageDecoder().decode(bytes))
    let base = Data(bytes).base64EncodedString().replacing("+", with: "%2B")
      .replacing("=", with: "%3D")
    #expect(
      try images.load(ImageReference("data:image/png;BASE64," + base))
        == ImageDecoder().decode(bytes))
  }

  @Test(arguments: [
    "data:", "data:image/png;base64", "data:image/png;base64,!", "data:,%", "data:,%0", "data:,%xy",
    "data:,", "data:image/png;base64,iVBORw0KGgo=", "data:text/plain,hello",
  ])
  func whatIsNoImageIsAnError(name: String) {
    let error = #expect(throws: ImageError.self) { try images.load(ImageReference(name)) }
    #expect(error.map { [.malformed, .unsupported].contains($0.code) } == true, "\(error as Any)")
    #expect(images.naturalSize(of: ImageReference(name)) == nil)
  }

  @Test func longNamesAreShortInMessages() {
    let name = "data:image/png;base64," + String(repeating: "A", count: 4_000)
    let error = #expect(throws: ImageError.self) { try images.load(ImageReference(name)) }
    #expect((error?.source.utf8.count ?? 0) < 100 && error?.source.contains("4022 bytes") == true)
  }

  @Test func moreThanTheLimitIsNotRead() {
    let small = ImageFileProvider(
      folder: "/nowhere", decoder: ImageDecoder(limits: ImageLimits(fileByteCount: 100)))
    let name = "data:image/png;base64," + String(repeating: "A", count: 4_000)
    let error = #expect(throws: ImageError.self) { try small.load(ImageReference(name)) }
    #expect(error?.code == .tooLarge)
  }

  #if !QR
    @Test func codesAreToldAsNotBuiltIn() {
      let error = #expect(throws: ImageError.self) { try images.load(ImageReference("qr:a")) }
      #expect(error?.code == .unsupported && error?.reason.contains("trait QR") == true)
    }
  #endif
}
