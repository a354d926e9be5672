import Foundation

/// What documents and tracked files must say and must not say.
enum DocumentRules {
  /// Folders of somebody's machine. Joined here, so that this file does not contain them.
  static let machineFolders = ["work", "root", "home", "tmp"].map { "/\($0)/" }

  static func machinePaths(in data: Data, path: String) -> [Offence] {
    let isText = !data.prefix(8000).contains(0)
    return !isText
      ? []
      : machineFolders.filter { data.range(of: Data($0.utf8)) != nil }.map {
        Offence(path: path, reason: "names a folder of one machine, \($0)")
      }
  }

  /// Build products and what they are made from on one machine.
  static func trackedProducts(_ paths: [String]) -> [Offence] {
    paths.filter { path in
      let folders = path.split(separator: "/")
      return folders.last == "Package.resolved"
        || folders.contains { $0.hasPrefix(".build") || $0 == ".swiftpm" }
        || ["o", "swiftmodule", "profraw"].contains((path as NSString).pathExtension)
    }.map { Offence(path: $0, reason: "is built, and must not be tracked") }
  }

  /// The first block of Swift under a heading such as "## Quick start"; nil where there is none.
  static func code(under heading: String, in readme: String) -> String? {
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    guard let heading = lines.firstIndex(of: Substring(heading)) else { return nil }
    let section = lines[(heading + 1)...].prefix { !$0.hasPrefix("## ") }
    guard let open = section.firstIndex(of: "```swift") else { return nil }
    return section[(open + 1)...].prefix { $0 != "```" }.map { "\($0)\n" }.joined()
  }

  /// Make targets that a document names in code but the makefile lacks.
  static func unknownTargets(in document: String, path: String, makefile: String) -> [Offence] {
    let known = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    var isBlock = false
    return document.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      index, line in
      if line.hasPrefix("```") { isBlock.toggle() }
      let isCode = isBlock || line.hasPrefix("    ")
      let code = isCode ? [line] : line.matches(of: /`([^`]+)`/).map(\.1)
      let named = code.flatMap { targets(in: $0) }
      return named.filter { !known.contains($0) }.map {
        Offence(path: path, line: index + 1, reason: "there is no target \($0) in the Makefile")
      }
    }
  }

  private static func targets(in code: Substring) -> [String] {
    code.matches(of: /(?:^|[\s;&|])make +([a-z][a-z-]*)/).map { String($0.1) }
  }

  static func fontFolders(_ repository: Repository) -> [Offence] {
    let index = repository.text("Fonts/README.md") ?? ""
    let listed = Set(index.split { !$0.isLetter }.map(String.init))
    let families = Manifest(repository.text("Package.swift") ?? "").fontFamilies
    let folders = repository.names(in: "Fonts").filter { repository.isFolder("Fonts/\($0)") }
    let missing = families.filter { !folders.contains($0) }.map {
      Offence(path: "Package.swift", reason: "bundledFontFamilies has \($0), Fonts/ has not")
    }
    return missing
      + folders.flatMap { folder in
        let names = repository.names(in: "Fonts/\(folder)")
        let isLicensed = names.contains { $0.hasPrefix("OFL") || $0.hasPrefix("LICENSE") }
        let isListed = listed.contains(folder)
        let faults = [
          names.contains("README.md") ? nil : "has no README.md",
          isLicensed ? nil : "has no licence file",
          isListed ? nil : "is not listed in Fonts/README.md",
          families.contains(folder) ? nil : "is not in bundledFontFamilies of Package.swift",
        ]
        return faults.compactMap { $0 }.map { Offence(path: "Fonts/\(folder)", reason: $0) }
      }
  }
}
