/// The targets that a package manifest lists.
struct Manifest {
  struct Target: Equatable {
    let name: String
    let isSystemLibrary: Bool
    /// The targets of this package that it depends on, under any condition.
    let dependencies: [String]
    /// Its folder, from the package root.
    let path: String
    /// Whether it contains Swift; C targets have no Swift settings.
    let isSwift: Bool
  }

  let targets: [Target]

  /// The modules of C: the system's, and targets of this package.
  var cModules: Set<String> { Set(targets.filter { !$0.isSwift }.map(\.name)) }

  func target(ofFile path: String) -> Target? {
    targets.first { path.hasPrefix($0.path + "/") }
  }

  /// Reads a manifest written like this package's: targets one by one, dependencies as literals or
  /// names of constants, which are sums of literals and earlier constants.
  init(_ source: String) {
    let tokens = SwiftLexer(source).tokens
    let lists = Self.lists(in: tokens)
    let calls = tokens.indices.dropLast().filter { index in
      let before = index > 0 ? tokens[index - 1].text : ""
      return tokens[index + 1].text == "(" && before != "func"
        && (Self.functions.contains(tokens[index].text)
          || before == "." && Self.factories.contains(tokens[index].text))
    }
    let written = calls.compactMap { index in
      Self.target(tokens[index].text, Self.group(tokens[(index + 1)...], "(", ")"), lists)
    }
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

  /// The functions of the manifest that make Swift targets: a name, then dependencies.
  private static let functions: Set<String> = ["module", "program", "tests"]
  /// SwiftPM's own, for C.
  private static let factories: Set<String> = [
    "systemLibrary", "target", "testTarget", "executableTarget",
  ]

  /// The folders that targets without a path are in, by what makes them; `Sources` otherwise.
  private static let roots = [
    "testTarget": "Tests", "tests": "Tests", "program": "Sources/Examples",
  ]

  /// The strings of each constant that is a list.
  private static func lists(in tokens: [SwiftToken]) -> [String: [String]] {
    var lists: [String: [String]] = [:]
    for index in tokens.indices.dropLast(2) where tokens[index].text == "let" {
      guard let start = tokens[index...].firstIndex(where: { $0.text == "=" }) else { continue }
      let value = tokens[(start + 1)...].prefix { !["let", "func"].contains($0.text) }
      lists[tokens[index + 1].text] = names(in: value, lists)
    }
    // `package:` is also a label.
    lists["package"] = nil
    return lists
  }

  private static func names(
    in tokens: ArraySlice<SwiftToken>, _ lists: [String: [String]]
  ) -> [String] {
    tokens.flatMap { token in
      token.kind == .string ? [token.text] : lists[token.text] ?? []
    }
  }

  private static func target(
    _ kind: String, _ tokens: ArraySlice<SwiftToken>, _ lists: [String: [String]]
  ) -> Target? {
    // A literal name: the functions themselves hand on one.
    guard let first = tokens.firstIndex(where: { $0.kind == .string }),
      first == tokens.startIndex + (functions.contains(kind) ? 1 : 3)
    else { return nil }
    let name = tokens[first].text
    let others = tokens[(first + 1)...].prefix {
      !["path", "exclude", "swiftSettings", "settings"].contains($0.text)
    }
    let folder = label("path", in: tokens)?.first?.text
    return Target(
      name: name, isSystemLibrary: kind == "systemLibrary",
      // The function `tests` adds what all tests share.
      dependencies: names(in: others, lists) + (kind == "tests" ? ["LinecasterTestSupport"] : []),
      path: folder ?? "\(roots[kind] ?? "Sources")/\(name)",
      isSwift: functions.contains(kind) || label("swiftSettings", in: tokens) != nil)
  }

  /// The tokens behind `name:`.
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
