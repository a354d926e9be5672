import Foundation
import Testing

@Suite struct DocumentRulesTests {
  private static let repository = Repository.shared
  private static let readme = repository.text("README.md")
  private static let tracked = repository.trackedPaths()

  /// What the README shows is compiled with everything else.
  @Test(
    .enabled(if: readme != nil, "README.md is not here"),
    arguments: zip(["## Quick start", "## Just the text"], ["QuickStart", "TextAlone"]))
  func codeInTheReadmeIsAnExample(heading: String, example: String) throws {
    let readme = try #require(Self.readme)
    let path = "Sources/Examples/\(example)/main.swift"
    let shown = DocumentRules.code(under: heading, in: readme)
    #expect(shown != nil && shown == Self.repository.text(path), "\(path) is not in README.md")
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"].filter(repository.exists))
  func documentsNameTargetsThatExist(path: String) throws {
    let makefile = try #require(Self.repository.text("Makefile"))
    let document = try #require(Self.repository.text(path))
    let offences = DocumentRules.unknownTargets(in: document, path: path, makefile: makefile)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test(.enabled(if: tracked != nil, "this is no git checkout"))
  func nothingNamesAMachine() throws {
    let root = Self.repository.root
    let offences = try #require(Self.tracked).flatMap { path in
      let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
      return DocumentRules.machinePaths(in: data ?? Data(), path: path)
    }
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test(.enabled(if: tracked != nil, "this is no git checkout"))
  func noProductIsTracked() throws {
    let offences = DocumentRules.trackedProducts(try #require(Self.tracked))
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func everyFontFolderIsDescribedAndListed() {
    let offences = DocumentRules.fontFolders(Self.repository)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func findsCodeUnderAHeading() {
    let readme =
      "```swift\nno\n```\n## Quick start\n```\nno\n```\n```swift\na\n\nb\n```\n```swift\nc\n```"
    #expect(DocumentRules.code(under: "## Quick start", in: readme) == "a\n\nb\n")
    #expect(DocumentRules.code(under: "## Next", in: readme) == nil)
    let bare = "## Quick start\n## Next\n```swift\na\n```"
    #expect(DocumentRules.code(under: "## Quick start", in: bare) == nil)
  }

  @Test func catchesUnknownTargets() {
    let document = "make sure `make demo` and `make dance`:\n```\nmake sing && make demo\n```\n"
    let offences = DocumentRules.unknownTargets(
      in: document, path: "README.md", makefile: "demo: x\n\tmake\n")
    #expect(offences.map(\.line) == [1, 3])
  }

  @Test(arguments: DocumentRules.machineFolders)
  func catchesMachinePaths(folder: String) {
    let text = Data("see \(folder)file".utf8)
    #expect(DocumentRules.machinePaths(in: text, path: "a").count == 1)
    #expect(DocumentRules.machinePaths(in: Data([0]) + text, path: "a").isEmpty)
  }

  @Test func catchesTrackedProducts() {
    let paths = [
      "Package.resolved", "Benchmarks/.build/a", ".build-tsan/b", "a.o", "Sources/A.swift",
    ]
    #expect(DocumentRules.trackedProducts(paths).map(\.path) == Array(paths.prefix(4)))
  }

  @Test func catchesBareFontFolders() throws {
    let files = FileManager.default
    let root = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? files.removeItem(at: root) }
    let folder = root.appendingPathComponent("Fonts/Bare")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let manifest = Data("let bundledFontFamilies = [\"Gone\"]".utf8)
    try manifest.write(to: root.appendingPathComponent("Package.swift"))
    #expect(DocumentRules.fontFolders(Repository(root: root)).count == 5)
  }
}
