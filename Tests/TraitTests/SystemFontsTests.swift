#if SystemFonts
  import Foundation
  import LinecasterFonts
  import LinecasterBase
  import Testing

  @Suite struct SystemFontsTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(folder)
    }

    @Test func theIndexIsWhatWasFound() throws {
      try withFolder { folder in
        let index = "\(folder)/inner/fonts.index"
        let found = try SystemFonts(index: index)
        #expect(!found.isFromIndex)
        let again = try SystemFonts(index: index)
        #expect(again.isFromIndex && again.errors == found.errors)
        #expect(again.fonts.descriptions == found.fonts.descriptions)
        #expect(again.fonts.familyNames == found.fonts.familyNames)
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: index))
        #expect(try !SystemFonts(index: index).isFromIndex)
        #expect(try SystemFonts(index: index).isFromIndex)
      }
    }

    @Test func worksWithoutAnIndex() throws {
      let fonts = try SystemFonts(index: nil)
      #expect(!fonts.isFromIndex && !fonts.fonts.familyNames.isEmpty)
      let unwritable = try SystemFonts(index: "/dev/null/fonts.index")
      #expect(unwritable.errors.contains { $0.code == .unwritable })
    }
  }
#endif
