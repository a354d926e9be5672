/// The targets that a package manifest lists.
struct Manifest {
  struct Target: Equatable {
    let name: String
    let isSystemLibrary: Bool
    /// The targets of this package that it depends on, under whatever condition.
    let dependencies: [String]
    /// Its folder, from the package root.
    let path: String
    /// Whether it has Swift in it; a target of C has no settings of Swift.
    let isSwift: Bool
  }

  let targets: [Target]

  /// The modules of C: the system's, and targets of this package.
  var cModules: Set<String> { Set(targets.filter { !$0.isSwift }.map(\.name)) }

  func target(ofFile path: String) -> Target? {
    targets.first { path.hasPrefix($0.path + "/") }
  }

  /// Reads what is written as this package's manifest is: targets one by one, lists as literals or
  /// as the names of constants that are literals.
  init(_ source: String) {
    let tokens = SwiftLexer(source).tokens
    var lists: [String: [String]] = [:]
    for index in tokens.indices.dropLast(2) where tokens[index].text == "let" {
      let name = tokens[index + 1].text
      guard let start = tokens[index...].firstIndex(where: { $0.text == "=" }) else { continue }
      let value = tokens[(start + 1)...]
      if value.first?.text == "[" {
        lists[name] = Self.group(value, "[", "]").filter { $0.kind == .string }.map(\.text)
      } else if let first = value.first?.text, let list = lists[first] {
        lists[name] = list
      }
    }
    let kinds = ["systemLibrary", "target", "testTarget", "executableTarget"]
    let written = tokens.indices.dropFirst().filter {
      tokens[$0 - 1].text == "." && kinds.contains(tokens[$0].text)
    }.compactMap { Self.target(tokens[$0].text, Self.group(tokens[($0 + 1)...], "(", ")"), lists) }
    // `.target(name:condition:)` among dependencies looks like a target.
    var seen: Set<String> = []
    let first = written.filter { seen.insert($0.name).inserted }
    targets = first.map { target in
      Target(
        name: target.name, isSystemLibrary: target.isSystemLibrary,
        dependencies: target.dependencies.filter(seen.contains), path: target.path,
        isSwift: target.isSwift)
    }
  }

  private static func target(
    _ kind: String, _ tokens: ArraySlice<SwiftToken>, _ lists: [String: [String]]
  ) -> Target? {
    guard let name = tokens.first(where: { $0.kind == .string })?.text else { return nil }
    let settings = label("swiftSettings", in: tokens)
    let dependencies = label("dependencies", in: tokens).map { value in
      value.prefix { !["path", "exclude", "swiftSettings"].contains($0.text) }
    }
    let folder = label("path", in: tokens)?.first?.text
    return Target(
      name: name, isSystemLibrary: kind == "systemLibrary",
      dependencies: (dependencies ?? []).flatMap { token in
        token.kind == .string ? [token.text] : lists[token.text] ?? []
      },
      path: folder ?? "\(kind == "testTarget" ? "Tests" : "Sources")/\(name)",
      isSwift: settings != nil)
  }

  /// What follows `name:`.
  private static func label(
    _ name: String, in tokens: ArraySlice<SwiftToken>
  ) -> ArraySlice<SwiftToken>? {
    tokens.indices.dropLast().first { tokens[$0].text == name && tokens[$0 + 1].text == ":" }
      .map { tokens[($0 + 2)...] }
  }

  /// The tokens from the opening mark that comes first to the one that closes it.
  private static func group(
    _ tokens: ArraySlice<SwiftToken>, _ open: String, _ close: String
  ) -> ArraySlice<SwiftToken> {
    var depth = 0
    for index in tokens.indices where tokens[index].kind == .mark {
      if tokens[index].text == open { depth += 1 }
      if tokens[index].text == close { depth -= 1 }
      if depth == 0 { return tokens[...index] }
    }
    return tokens
  }
}
