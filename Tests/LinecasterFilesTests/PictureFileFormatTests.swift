import LinecasterBase
@testable import LinecasterFiles
import LinecasterRaster
import Testing

/// The table of output formats.
@Suite struct PictureFileFormatTests {
  @Test func namesAndEndingsAreOfOneFormat() {
    let all = PictureFileFormat.all
    #expect(Set(all.map(\.identifier)).count == all.count)
    #expect(Set(all.map(\.mediaType)).count == all.count)
    #expect(Set(all.flatMap(\.endings)).count == all.flatMap(\.endings).count)
    #expect(all.flatMap(\.endings).allSatisfy { $0 == $0.lowercased() })
  }

  /// Every format writes a file, or reports that it is not built in.
  @Test func everyFormatHasAnEncoder() throws {
    let picture = BandedImage(try Bitmap(width: 3, height: 2, background: .white))
    for format in PictureFileFormat.all {
      let encoder = format.encoder(PictureFileFormat.Options())
      var bytes: [UInt8] = []
      do {
        try encoder.encode(picture, name: format.name, in: .unlimited) { bytes += $0 }
        #expect(format.isBuiltIn && !bytes.isEmpty)
      } catch let error as ImageError {
        #expect(!format.isBuiltIn && error.code == .unsupported)
      }
    }
  }
}
