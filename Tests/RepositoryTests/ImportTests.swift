import Testing

/// Modules import only the dependencies that `Package.swift` declares, and C in one place only.
///
/// SwiftPM lets a target import any module that happens to be built already; such a target fails
/// to build elsewhere, or is not compiled again when that module changes.
@Suite struct ImportTests {
  private static let manifest = Manifest(Repository.shared.text("Package.swift") ?? "")

  @Test func modulesImportWhatTheManifestSays() {
    let files = Repository.shared.swiftFiles.filter { !$0.path.hasPrefix("Benchmarks/") }
    #expect(files.count > 100)
    let offences = undeclaredImports(in: files, of: Self.manifest)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func cStaysInCInterop() {
    #expect(Self.manifest.cModules.count > 5)
    let offences = strayImportsOfC(in: Repository.shared.libraries, of: Self.manifest)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func theDrawingOfTheModulesIsOfThisManifest() throws {
    let graph = ModuleGraph(Self.manifest)
    let article = try #require(Repository.shared.text(ModuleGraph.article))
    #expect(graph.svg == Repository.shared.text(ModuleGraph.drawing), "run .ci/graph")
    #expect(graph.written(into: article) == article, "run .ci/graph")
  }

  private func undeclaredImports(in files: [SourceFile], of manifest: Manifest) -> [Offence] {
    let own = Set(manifest.targets.map(\.name))
    return files.flatMap { file in
      guard let target = manifest.target(ofFile: file.path) else {
        return [Offence(path: file.path, reason: "belongs to no target of Package.swift")]
      }
      return imports(file).filter {
        own.contains($0.name) && $0.name != target.name && !target.dependencies.contains($0.name)
      }.map {
        Offence(
          path: file.path, line: $0.line, reason: "\(target.name) does not depend on \($0.name)")
      }
    }
  }

  /// Imports of C outside of a folder `CInterop`, or as part of the public interface.
  private func strayImportsOfC(in files: [SourceFile], of manifest: Manifest) -> [Offence] {
    files.flatMap { file in
      imports(file).filter { found in
        manifest.cModules.contains(found.name)
          && (found.isPublic || !file.path.split(separator: "/").contains("CInterop"))
      }.map { Offence(path: file.path, line: $0.line, reason: "\($0.name) is C") }
    }
  }

  private func imports(_ file: SourceFile) -> [SwiftDeclaration] {
    file.declarations.filter { $0.kind == .import }
  }

  private static let planted = Manifest(
    """
    let bundled = ["LB"]
    let package = Package(
      name: "p", products: [.library(name: "L", targets: ["LA"])],
      targets: [
        .systemLibrary(name: "CA", providers: [.apt(["c-dev"])]),
        .target(name: "CB", dependencies: ["CA"]),
        module("LA", ["CB", .product(name: "X", package: "x")], settings: pure),
        module("LB", ["LA", when("T", "CA")], path: "Fonts"),
        tests("LATests", bundled + ["LA"]),
      ])
    """)

  @Test func readsTheManifest() {
    let manifest = Self.planted
    #expect(manifest.cModules == ["CA", "CB"])
    #expect(manifest.targets.map(\.name) == ["CA", "CB", "LA", "LB", "LATests"])
    #expect(
      manifest.targets.map(\.dependencies) == [[], ["CA"], ["CB"], ["LA", "CA"], ["LB", "LA"]])
    #expect(manifest.target(ofFile: "Sources/LA/A/B.swift")?.name == "LA")
    #expect(manifest.target(ofFile: "Fonts/B.swift")?.name == "LB")
    #expect(manifest.target(ofFile: "Tests/LATests/B.swift")?.name == "LATests")
    #expect(manifest.target(ofFile: "Sources/LAB/B.swift") == nil)
  }

  @Test func catchesImportsThatTheManifestLacks() {
    let text = """
      import Foundation
      public import LA
      @testable import LB
      internal import struct LATests.Cell
      // import CA
      """
    let file = SourceFile(path: "Sources/LA/A.swift", text: text)
    #expect(undeclaredImports(in: [file], of: Self.planted).map(\.line) == [3, 4])
    let stray = SourceFile(path: "Sources/LC/A.swift", text: "")
    #expect(undeclaredImports(in: [stray], of: Self.planted).count == 1)
  }

  @Test func catchesCOutsideOfItsFolder() {
    let text = "internal import CA\npublic import CB"
    let inside = SourceFile(path: "Sources/LA/CInterop/A.swift", text: text)
    let outside = SourceFile(path: "Sources/LA/A.swift", text: text)
    #expect(strayImportsOfC(in: [inside], of: Self.planted).map(\.line) == [2])
    #expect(strayImportsOfC(in: [outside], of: Self.planted).map(\.line) == [1, 2])
  }
}
