#if !JPEG && !WebP
  import LinecasterBase
  import LinecasterFiles
  import LinecasterRaster
  import Testing

  @Suite struct PlainImagesTests {
    /// A file of a single grey pixel, written by Pillow.
    private let webP: [UInt8] =
      Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8) + [
        13, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0,
      ]

    @Test func formatsWithoutTheirTraitAreToldByName() throws {
      #expect(ImageFormat.allCases.filter(\.isDecodable) == [.png, .gif])
      let decoder = ImageDecoder()
      #expect(try decoder.info(of: webP).size.width == 1)
      let error = #expect(throws: ImageError.self) { try decoder.decode(webP, name: "a.webp") }
      #expect(error?.code == .unsupported)
      #expect(error?.reason == "WebP image; this build is without the trait WebP")
      let avif = #expect(throws: ImageError.self) {
        try decoder.info(of: Array("\0\0\0\u{14}ftypmif1\0\0\0\0avif".utf8))
      }
      #expect(avif?.code == .unsupported)
      #expect(avif?.reason == "AVIF image; this build is without the trait AVIF")
    }

    @Test func encodersWithoutTheirTraitTellIt() throws {
      let encoders: [(any ImageEncoder, String)] = [
        (JPEGEncoder(), "trait JPEG"), (WebPEncoder(), "trait WebP"), (AVIFEncoder(), "trait AVIF"),
      ]
      for (encoder, trait) in encoders {
        let error = #expect(throws: ImageError.self) {
          try encoder.encode(ImageDecoder().decode(Self.png))
        }
        #expect(error?.code == .unsupported && error?.reason.contains(trait) == true)
      }
    }

    @Test func pngIsReadAndWritten() throws {
      let bytes = try PNGEncoder().encode(ImageDecoder().decode(Self.png))
      #expect(try ImageDecoder().decode(bytes).width == 2)
    }

    /// Two grey pixels of 16 bits, written with Python's zlib and struct.
    private static let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0,
      0, 2, 0, 0, 0, 1, 0x10, 0, 0, 0, 0, 0x81, 0xD9, 0xFC, 0x15, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41,
      0x54, 0x78, 0xDA, 0x63, 0x68, 0x68, 0xF8, 0xFF, 0x1F, 0, 0x06, 0x82, 0x02, 0xFF, 0x6C, 0xE0,
      0x43, 0x23, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
  }
#endif
