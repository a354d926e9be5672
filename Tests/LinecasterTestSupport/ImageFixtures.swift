import Foundation

/// Small images made for tests, described by the script beside them.
package enum ImageFixtures {
  /// Images whose pixels a second witness recorded.
  package static let witnessed =
    [
      "png-1-bit.png", "png-16.png", "png-grey-alpha.png", "png-interlaced.png", "png-palette.png",
      "jpeg-420.jpg", "jpeg-444.jpg", "jpeg-cmyk.jpg", "jpeg-grey.jpg", "jpeg-progressive.jpg",
      "webp-alpha.webp", "webp-lossless.webp", "webp-lossy.webp",
      "gif-interlaced.gif", "gif-part.gif", "gif-rows.gif",
    ] + avif.filter { $0.hasPrefix("avif") && !$0.contains("turned") && !$0.contains("animated") }
  /// Images of every kind that the decoder reads.
  package static let all =
    witnessed + [
      "webp-turned.webp", "webp-animated.webp", "large.jpg", "large.webp", "large-alpha.webp",
      "gif-animated.gif", "large.gif",
    ] + avif.filter { !witnessed.contains($0) }
  /// Images of AVIF; none without the trait.
  private static var avif: [String] {
    #if AVIF
      [
        "avif-420.avif", "avif-422-10.avif", "avif-444-12.avif", "avif-grey.avif",
        "avif-lossless.avif", "avif-turned.avif", "avif-animated.avif", "large.avif",
        "large-alpha.avif",
      ]
    #else
      []
    #endif
  }
  /// The size of all but the large ones, which have 120 × 90 pixels.
  package static let width = 27
  package static let height = 21

  package static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Images/\(name)").path
  }

  package static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The pixels that a second witness found, as straight RGBA.
  package static func straightPixels(_ name: String) throws -> [UInt8] {
    try bytes((name as NSString).deletingPathExtension + ".rgba")
  }
}
