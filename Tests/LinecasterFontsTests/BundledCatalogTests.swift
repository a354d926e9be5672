import Foundation
import LinecasterBase
import Testing

@testable import LinecasterBundledFonts
@testable import LinecasterFonts

/// The catalogs of the bundled fonts, which `.ci/pictures catalogs` writes again.
@Suite(.serialized) struct BundledCatalogTests {
  private static let isRecording = ProcessInfo.processInfo.environment["FONTS"] == "record"

  @Test(arguments: BundledFamily.Part.allCases)
  func catalogsAreThoseOfTheFiles(part: BundledFamily.Part) throws {
    let folder = part.folder(in: FontCollection.sources)
    let file = URL(fileURLWithPath: "\(folder)/\(FontCollection.bundledCatalogName)")
    let catalog = try FontCollection.bundledCatalog(of: part, in: folder)
    if Self.isRecording { try Data(catalog.bytes).write(to: file, options: .atomic) }
    #expect(try Data(contentsOf: file) == Data(catalog.bytes), ".ci/pictures catalogs")
  }

  /// The catalog agrees with the faces read from their files.
  @Test(arguments: BundledFamily.Part.allCases)
  func facesAreAsTheirFilesSay(part: BundledFamily.Part) throws {
    let folder = part.folder(in: FontCollection.sources)
    let known = try #require(
      FontCatalog(file: "\(folder)/\(FontCollection.bundledCatalogName)", in: folder))
    for face in known.faces {
      let opened = try FontFace(
        data: FontData(path: face.description.source), index: face.description.index)
      #expect(face.description == FontDescription(opened))
      #expect(CoverageKey(coverage: face.coverage) == CoverageKey(coverage: opened.base.coverage))
      #expect(face.languages == FontLanguages(opened))
    }
  }

  private static let names = BundledFamily(.latin, "NotoSansThai").files

  private func catalog(in folder: TestFolder) throws -> FontCatalog {
    let files = Self.names.map { (name: $0, faces: 1) }
    for file in files {
      let source = URL(fileURLWithPath: "\(FontCollection.sources)/\(file.name)")
      try folder.write(Data(contentsOf: source), to: file.name)
    }
    return try FontCatalog(files: files, in: folder.path)
  }

  @Test func isPassedOverWhereAFileIsAnotherOne() throws {
    let folder = try TestFolder()
    let file = try folder.write(catalog(in: folder).bytes, to: "a.catalog")
    let known = try #require(FontCatalog(file: file, in: folder.path))
    #expect(known.count == 2)
    let path = "\(folder.path)/\(Self.names[0])"
    #expect(known.entries(ofFile: path, handOf: ["th"]).map(\.handLanguages) == [["th"]])
    #expect(known.entries(ofFile: Self.names[0], handOf: []).isEmpty)
    try folder.write([0], to: Self.names[1])
    #expect(FontCatalog(file: file, in: folder.path) == nil)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(Self.names[1])")
    #expect(FontCatalog(file: file, in: folder.path) == nil)
    #expect(FontCatalog(file: "\(folder.path)/b.catalog", in: folder.path) == nil)
  }

  @Test func namesWhatIsMissing() throws {
    let folder = try TestFolder()
    let error = #expect(throws: FontError.self) {
      _ = try FontCatalog(files: [(name: "none.ttf", faces: 1)], in: folder.path)
    }
    #expect(error?.code == .unreadable && error?.source == "\(folder.path)/none.ttf")
  }
}

@Suite struct ProgramFolderTests {
  @Test func isWhereTheProgramIs() throws {
    let folder = try #require(ProgramFolder.path)
    #expect(folder.hasPrefix("/") && !folder.hasSuffix("/"))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(URL(fileURLWithPath: link).deletingLastPathComponent().path == folder)
  }
}
