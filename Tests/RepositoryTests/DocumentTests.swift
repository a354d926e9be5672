import Foundation
import Testing

/// Required and forbidden content of documents and tracked files.
@Suite struct DocumentTests {
  private static let repository = Repository.shared
  private static let tracked = repository.trackedPaths()

  private static let documentation = "Sources/Linecaster/Linecaster.docc"

  /// The programs in the README and in the article on paragraphs are compiled with everything else.
  @Test(arguments: [
    ("README.md", "## Quick start", "QuickStart"),
    ("\(documentation)/Paragraphs.md", "## A complete program", "TextAlone"),
  ])
  func codeOfAPageIsAnExample(page: String, heading: String, example: String) throws {
    let text = try #require(Self.repository.text(page))
    let path = "Sources/Examples/\(example)/main.swift"
    let shown = Self.code(under: heading, in: text)
    #expect(shown != nil && shown == Self.repository.text(path), "\(path) is not in \(page)")
  }

  @Test(arguments: ["make demo", "make test"])
  func theReadmeNamesBothCommands(command: String) throws {
    let readme = try #require(Self.repository.text("README.md"))
    let lines = readme.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(command + " ") })
  }

  @Test func theDocumentationStartsWithTheQuickStart() throws {
    let landing = try #require(Self.repository.text("\(Self.documentation)/Linecaster.md"))
    let shown = landing.replacing("### Quick start", with: "## Quick start")
    #expect(
      Self.code(under: "## Quick start", in: shown)
        == Self.repository.text("Sources/Examples/QuickStart/main.swift"))
  }

  /// The command and the C library print the version of the painter.
  @Test func allVersionsAreThatOfThePainter() throws {
    func version(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Substring {
      let text = try #require(Self.repository.text(path))
      return try #require(text.firstMatch(of: pattern), "\(path) has no version").output.1
    }
    let expected = try version(
      "Sources/LinecasterScenes/Pictures/PicturePainter.swift",
      /package static let version = "(\d+\.\d+\.\d+)"\n/)
    #expect(
      try version("Integrations/python/src/linecaster/__init__.py", /\n__version__ = "(.*)"\n/)
        == expected)
    #expect(
      try version(
        "Benchmarks/Sources/LinecasterBench/LinecasterBench.swift",
        /static let version = "(.*)"\n/) == expected)
    #expect(try version("CHANGELOG.md", Self.newestVersion) == expected)
    let project = try #require(Self.repository.text("Integrations/python/pyproject.toml"))
    #expect(project.contains("\ndynamic = [\"version\"]\n") && !project.contains("\nversion = \""))
  }

  /// The newest number in the changelog, which a release writes with its date.
  private static var newestVersion: Regex<(Substring, Substring)> {
    /\n## \[(?:Unreleased\]: )?(\d+\.\d+\.\d+)(?:\] - \d{4}-\d{2}-\d{2})?\n/
  }

  @Test(arguments: [
    ("## [Unreleased]: 0.2.0\n\n## [0.1.0] - 2026-11-30", "0.2.0"),
    ("## [Unreleased]\n\n### Text\n\n## [0.1.0] - 2026-11-30\n\n## [0.0.9] - 2026-01-01", "0.1.0"),
    ("## [Unreleased]\n\n## [0.1.0] - today", nil),
  ])
  func findsTheNewestVersion(changes: String, version: String?) {
    let found = "# Changelog\n\n\(changes)\n".firstMatch(of: Self.newestVersion)?.output.1
    #expect(found.map(String.init) == version)
  }

  @Test func findsCodeUnderAHeading() {
    let readme =
      "```swift\nno\n```\n## Quick start\n```\nno\n```\n```swift\na\n\nb\n```\n```swift\nc\n```"
    #expect(Self.code(under: "## Quick start", in: readme) == "a\n\nb\n")
    #expect(Self.code(under: "## Next", in: readme) == nil)
    let bare = "## Quick start\n## Next\n```swift\na\n```"
    #expect(Self.code(under: "## Quick start", in: bare) == nil)
  }

  /// The first block of Swift under a heading of a page; nil without one.
  private static func code(under heading: String, in page: String) -> String? {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let heading = lines.firstIndex(of: Substring(heading)) else { return nil }
    let section = lines[(heading + 1)...].prefix { !$0.hasPrefix("## ") }
    guard let open = section.firstIndex(of: "```swift") else { return nil }
    return section[(open + 1)...].prefix { $0 != "```" }.map { "\($0)\n" }.joined()
  }

  @Test(.enabled(if: tracked != nil, "this is no git checkout"))
  func nothingNamesAMachine() throws {
    let root = Self.repository.root
    let offences = try #require(Self.tracked).flatMap { path in
      let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
      return Self.machinePaths(in: data ?? Data(), path: path)
    }
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test(arguments: machineFolders)
  func catchesMachinePaths(folder: String) {
    let text = Data("see \(folder)file".utf8)
    #expect(Self.machinePaths(in: text, path: "a").count == 1)
    #expect(Self.machinePaths(in: Data([0]) + text, path: "a").isEmpty)
  }

  /// Folders of one machine, joined here to keep this file free of them.
  private static let machineFolders = ["work", "root", "home", "tmp"].map { "/\($0)/" }

  private static func machinePaths(in data: Data, path: String) -> [Offence] {
    let isText = !data.prefix(8000).contains(0)
    return !isText
      ? []
      : machineFolders.filter { data.range(of: Data($0.utf8)) != nil }.map {
        Offence(path: path, reason: "names a folder of one machine, \($0)")
      }
  }

  /// Fonts are distributed with every program, and their licences with them.
  @Test func everyFontFolderHasItsLicenceAndIsListed() {
    let index = Self.repository.text("Fonts/README.md") ?? ""
    let folders = ["Fonts", "Fonts/World", "Fonts/CJK"].flatMap { part in
      Self.repository.names(in: part).map { "\(part)/\($0)" }
    }
    let families = folders.filter {
      Self.repository.isFolder($0) && !["Fonts/World", "Fonts/CJK"].contains($0)
    }
    #expect(families.count > 40)
    for folder in families {
      let names = Self.repository.names(in: folder)
      let family = folder.split(separator: "/").last ?? ""
      #expect(names.contains { $0.hasPrefix("OFL") || $0.hasPrefix("LICENSE") }, "\(family)")
      #expect(names.contains("README.md") && index.contains(family), "\(family)")
    }
  }
}
