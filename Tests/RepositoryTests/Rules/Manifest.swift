/// The targets that a package manifest lists.
struct Manifest {
  struct Target: Equatable {
    let name: String
    /// The strings in its dependencies.
    let dependencies: [String]
    /// What follows `swiftSettings:`.
    let settings: String?
  }

  let targets: [Target]
  /// The strings of `bundledFontFamilies`.
  let fontFamilies: [String]

  init(_ source: String) {
    let tokens = SwiftLexer(source).tokens
    targets = tokens.indices.compactMap { index in
      let starts = ["target", "testTarget", "executableTarget"].contains(tokens[index].text)
      guard starts, index > 0, tokens[index - 1].text == "." else { return nil }
      return Self.target(Self.group(in: tokens, from: index + 1, "(", ")"))
    }
    let families = tokens.firstIndex { $0.text == "bundledFontFamilies" } ?? tokens.count
    let list = tokens[families...].firstIndex { $0.text == "[" } ?? tokens.count
    fontFamilies = Self.strings(Self.group(in: tokens, from: list, "[", "]"))
  }

  private static func target(_ tokens: ArraySlice<SwiftToken>) -> Target? {
    guard let name = tokens.first(where: { $0.kind == .string })?.text else { return nil }
    let label = tokens.firstIndex { $0.text == "dependencies" }
    let list = label.flatMap { label in tokens[label...].firstIndex { $0.text == "[" } }
    let dependencies = list.map {
      strings(group(in: Array(tokens), from: $0 - tokens.startIndex, "[", "]"))
    }
    let settings = tokens.firstIndex { $0.text == "swiftSettings" }
    return Target(
      name: name, dependencies: dependencies ?? [],
      settings: settings.flatMap { tokens.dropFirst($0 - tokens.startIndex + 2).first?.text })
  }

  private static func strings(_ tokens: ArraySlice<SwiftToken>) -> [String] {
    tokens.filter { $0.kind == .string }.map(\.text)
  }

  /// The tokens from the opening mark at `start` to the one that closes it.
  private static func group(
    in tokens: [SwiftToken], from start: Int, _ open: String, _ close: String
  ) -> ArraySlice<SwiftToken> {
    var depth = 0
    for index in tokens.indices.dropFirst(start) where tokens[index].kind == .mark {
      if tokens[index].text == open { depth += 1 }
      if tokens[index].text == close { depth -= 1 }
      if depth == 0 { return tokens[start...index] }
    }
    return tokens[min(start, tokens.count)...]
  }
}
