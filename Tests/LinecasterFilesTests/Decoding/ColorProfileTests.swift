import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// Colours of images with profiles, compared with a browser's.
@Suite struct ColorProfileTests {
  /// A colour on white in Chromium 156.
  struct Recorded: CustomTestStringConvertible, Sendable {
    let name: String
    let color: [Int]
    /// The tolerance of a channel: JPEG rounds colours, and programs interpolate tables of inks
    /// differently.
    var tolerance = 1

    var testDescription: String { name }
  }

  static let recorded = profiled + numbered

  private static let profiled = [
    Recorded(name: "profile-p3.png", color: [219, 37, 49]),
    Recorded(name: "profile-p3.webp", color: [219, 37, 49]),
    Recorded(name: "profile-p3.jpg", color: [219, 37, 48], tolerance: 2),
    Recorded(name: "profile-alpha.png", color: [237, 146, 152]),
    // A reduced image is multiplied by alpha before and after the conversion.
    Recorded(name: "profile-alpha.webp", color: [237, 146, 152], tolerance: 2),
    Recorded(name: "profile-adobe.png", color: [231, 57, 57]),
    Recorded(name: "profile-srgb.png", color: [200, 60, 60], tolerance: 0),
    Recorded(name: "profile-grey.png", color: [142, 142, 142]),
    Recorded(name: "profile-grey.jpg", color: [142, 142, 142]),
    Recorded(name: "profile-inks.jpg", color: [224, 149, 211], tolerance: 8),
    Recorded(name: "profile-inks-unmarked.jpg", color: [224, 149, 211], tolerance: 8),
    Recorded(name: "inks.jpg", color: [189, 66, 145], tolerance: 2),
    Recorded(name: "inks-unmarked.jpg", color: [189, 66, 145], tolerance: 2),
  ]

  /// Colour spaces that AVIF files name; none without the trait.
  private static var numbered: [Recorded] {
    #if AVIF
      [
        Recorded(name: "profile-p3.avif", color: [219, 37, 49]),
        Recorded(name: "profile-numbers-none.avif", color: [200, 60, 60], tolerance: 0),
        Recorded(name: "profile-numbers-p3.avif", color: [217, 42, 52]),
        Recorded(name: "profile-numbers-2020.avif", color: [247, 0, 53]),
        Recorded(name: "profile-numbers-22.avif", color: [201, 57, 57]),
        Recorded(name: "profile-numbers-28.avif", color: [189, 36, 36]),
        Recorded(name: "profile-numbers-linear.avif", color: [229, 133, 133]),
        Recorded(name: "profile-numbers-cinema.avif", color: [213, 8, 33]),
        Recorded(name: "profile-numbers-pq.avif", color: [221, 221, 221]),
        Recorded(name: "profile-numbers-hlg.avif", color: [142, 142, 142]),
      ]
    #else
      []
    #endif
  }

  @Test(arguments: recorded, [16, 5])
  func colorsAreThoseOfABrowser(of item: Recorded, side: Int) throws {
    let bitmap = try ImageDecoder().decode(
      path: ImageFixtures.path(item.name), covering: PixelSize(width: side, height: side))
    let middle = (bitmap.height / 2 * bitmap.width + bitmap.width / 2) * 4
    let paper = 255 - Int(bitmap.pixels[middle + 3])
    for channel in 0..<3 {
      let seen = Int(bitmap.pixels[middle + channel]) + paper
      #expect(abs(seen - item.color[channel]) <= item.tolerance, "\(channel): \(seen)")
    }
  }

  @Test func aDamagedProfileIsIgnored() throws {
    var bytes = try ImageFixtures.bytes("profile-p3.webp")
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "ICCP".utf8) })
    for index in start + 8..<start + 200 { bytes[index] = 0xFF }
    let bitmap = try ImageDecoder().decode(bytes)
    #expect(Array(bitmap.pixels.prefix(4)) == [200, 60, 60, 255])
  }
}
