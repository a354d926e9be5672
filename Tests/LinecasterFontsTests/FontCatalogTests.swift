import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontCatalogTests {
  private let folder: TestFolder
  private let paths: [String]

  init() throws {
    folder = try TestFolder()
    let bundled = try FontCollection.bundled().descriptions.map(\.source)
    paths = bundled + [FontFixtures.variable, "/nowhere/missing.ttf"]
  }

  private func read(_ bytes: [UInt8]) -> FontCatalog? {
    bytes.withUnsafeBytes { try? CatalogReader.catalog($0) }
  }

  @Test func readsWhatItWrote() throws {
    let catalog = FontCatalog(paths: paths, watched: [folder.path])
    let again = try #require(read(CatalogWriter(catalog).bytes))
    #expect(again.faces.map(\.description) == catalog.faces.map(\.description))
    #expect(again.faces.map(\.languages) == catalog.faces.map(\.languages))
    #expect(again.watched == catalog.watched && again.isCurrent)
    #expect(again.errors == catalog.errors && again.errors.map(\.code) == [.unreadable])
    for (left, right) in zip(again.faces, catalog.faces) {
      #expect(CoverageKey(coverage: left.coverage) == CoverageKey(coverage: right.coverage))
      #expect(left.coverage.count == right.coverage.count)
    }
    #expect(again.faces.last?.description.axes.count == 5)
  }

  @Test func opensFilesWhenTheyAreDrawnWith() throws {
    let catalog = FontCatalog(paths: paths, watched: [])
    let lazy = try FontCollection(catalog)
    let eager = FontScan(paths: paths)
    #expect(lazy.descriptions == (try FontCollection(faces: eager.faces)).descriptions)
    let request = FontRequest(families: ["Noto Sans Thai"], weight: .bold)
    let face = try #require(lazy.face(for: request))
    #expect(face.family == "Noto Sans Thai" && face.weight == .bold)
    #expect(lazy.face(for: request) === face)
    let copy = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: FontFixtures.variable)), to: "font.ttf")
    let gone = try FontCollection(FontCatalog(paths: [paths[0], copy], watched: []))
    try FileManager.default.removeItem(atPath: copy)
    #expect(gone.face(for: FontRequest(families: ["Linecaster Variable"])) === gone.faces[0])
    #expect(gone.faces.count == 1 && gone.descriptions.count == 2)
  }

  /// A closed face is freed with its last user; the next request opens it again.
  @Test func closesFilesThatNobodyUses() throws {
    let fonts = try FontCollection(FontCatalog(paths: paths, watched: []))
    let request = FontRequest(families: ["Noto Sans Mono"], weight: .bold)
    weak var gone: FontFace?
    let identifier: UInt32
    do {
      let face = try #require(fonts.face(for: request))
      (gone, identifier) = (face, face.identifier)
      fonts.closeFiles()
      #expect(gone === face && fonts.face(for: request) !== face)
    }
    fonts.closeFiles()
    #expect(gone == nil)
    let again = try #require(fonts.face(for: request))
    #expect(again.identifier == identifier && again.covers("a"))
    // A collection does not close faces that it was given already open.
    let given = try FontCollection(faces: [again])
    given.closeFiles()
    #expect(given.faces[0] === again)
  }

  @Test func opensAFileOnceForManyThreads() async throws {
    let fonts = try FontCollection(FontCatalog(paths: paths, watched: []))
    let request = FontRequest(families: ["Noto Sans Mono"], weight: .bold)
    await withTaskGroup(of: FontFace?.self) { group in
      for _ in 0..<8 { group.addTask { fonts.face(for: request) } }
      var found: Set<FontFace?> = []
      for await face in group { found.insert(face) }
      #expect(found.count == 1 && found.first??.family == "Noto Sans Mono")
    }
  }

  @Test func noticesChanges() throws {
    let font = try Data(contentsOf: URL(fileURLWithPath: FontFixtures.variable))
    let file = "\(folder.path)/index/fonts"
    let path = try folder.write(font, to: "fonts/a.ttf")
    let catalog = FontCatalog(paths: [path], watched: ["\(folder.path)/fonts", "/nowhere"])
    try catalog.write(to: file)
    #expect(FontCatalog(file: file)?.count == 1)
    try folder.write(font, to: "fonts/b.ttf")
    #expect(FontCatalog(file: file) == nil)
    let both = FontCatalog(paths: [path], watched: ["\(folder.path)/fonts"])
    try both.write(to: file)
    try folder.write(font + [0], to: "fonts/a.ttf")
    #expect(FontCatalog(file: file) == nil && !both.isCurrent)
    #expect(FontCatalog(file: "/nowhere/index") == nil)
    #expect(throws: FontError.self) { try catalog.write(to: "/dev/null/index") }
  }

  /// The checksum finds damage; with a corrected checksum, bounds checks do.
  @Test func refusesDamagedBytes() {
    let bytes = CatalogWriter(FontCatalog(paths: [FontFixtures.variable], watched: [])).bytes
    #expect(read(bytes) != nil && read([]) == nil)
    var random = SeededGenerator(salt: 44)
    for length in 0..<bytes.count { #expect(read(Array(bytes[..<length])) == nil) }
    for _ in 0..<2000 {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      #expect(read(damaged) == nil, "byte \(place), seed \(TestSettings.seed)")
      let sum = CatalogReader.checksum(damaged.dropFirst(8))
      for index in 0..<8 { damaged[index] = UInt8(truncatingIfNeeded: sum >> UInt64(index * 8)) }
      _ = read(damaged)
    }
  }
}
