import Testing

@Suite struct ImportRulesTests {
  private let repository = Repository.shared

  private func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func modulesImportWhatTheGraphAllows() {
    let offences = ImportRules.wrongImports(repository.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func cStaysInCInterop() {
    let offences = ImportRules.wrongCImports(repository.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func theManifestListsNoMoreThanTheGraphAllows() throws {
    let targets = Manifest(try #require(repository.text("Package.swift"))).targets
    for target in targets where target.name.hasPrefix("Linecaster") {
      guard let row = ImportRules.allowed[target.name] else { continue }
      let extra = target.dependencies.filter { $0.hasPrefix("Linecaster") && !row.contains($0) }
      #expect(extra.isEmpty, "Package.swift: \(target.name) must not depend on \(extra)")
    }
  }

  @Test func modulesWithoutCHaveStrictMemorySafety() throws {
    let targets = Manifest(try #require(repository.text("Package.swift"))).targets
    for module in ImportRules.pureModules {
      let target = try #require(targets.first { $0.name == module })
      #expect(target.settings == "pure", "Package.swift: \(module)")
      let c = target.dependencies.filter(ImportRules.cModules.contains)
      #expect(c.isEmpty, "Package.swift: \(module) must do without \(c)")
    }
  }

  @Test func theGraphHasNoCircle() {
    for (module, row) in ImportRules.allowed {
      for lower in row {
        let back = ImportRules.allowed[lower]?.contains(module) ?? false
        #expect(!back, "\(module) and \(lower) import each other")
      }
    }
  }

  @Test func catchesImportsAgainstTheGraph() {
    let planted = file(
      "Sources/LinecasterText/A.swift",
      """
      import Foundation
      public import LinecasterFonts
      @testable import LinecasterRaster
      internal import struct LinecasterCells.Cell
      // import LinecasterList
      """)
    #expect(ImportRules.wrongImports([planted]).map(\.line) == [3, 4])
    let unknown = file("Sources/LinecasterNew/A.swift", "")
    #expect(ImportRules.wrongImports([unknown]).count == 1)
  }

  @Test func catchesCOutsideOfItsFolder() {
    let text = "internal import CHarfBuzz\npublic import CUnicode"
    let inside = file("Sources/LinecasterText/CInterop/A.swift", text)
    let outside = file("Sources/LinecasterText/A.swift", text)
    let pure = file("Sources/LinecasterCells/CInterop/A.swift", text)
    #expect(ImportRules.wrongCImports([inside]).map(\.line) == [2])
    #expect(ImportRules.wrongCImports([outside]).map(\.line) == [1, 2])
    #expect(ImportRules.wrongCImports([pure]).map(\.line) == [1, 2])
  }
}
