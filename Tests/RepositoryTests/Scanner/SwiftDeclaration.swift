/// A declaration outside of function bodies, or a function anywhere.
struct SwiftDeclaration {
  enum Kind: String {
    case type, `extension`, `protocol`, function, variable, enumCase, alias, `operator`, `import`
  }

  let kind: Kind
  /// The name, an import's module, or the whole name of the type an extension extends.
  let name: String
  /// The attributes and modifiers before the keyword, without arguments.
  let modifiers: [String]
  /// The line of the first attribute, modifier or keyword, from 1.
  let line: Int
  /// Whether it stands in no other declaration.
  let isTopLevel: Bool
  /// The kind of the declaration around it.
  let parentKind: Kind?
  /// The modifiers of the declaration around it.
  let parentModifiers: [String]
  /// Whether the line above ends a documentation comment.
  var isDocumented = false
  /// The line of the closing brace; nil without a body.
  var lastLine: Int?

  /// Whether `public` or `open` is written on it or implied by what it stands in.
  var isPublic: Bool {
    if Self.accessLevels.contains(where: modifiers.contains) { return isOpen(modifiers) }
    let inherits: Bool =
      switch parentKind {
      case .extension, .protocol: kind != .import
      case .type: kind == .enumCase
      default: false
      }
    return inherits && isOpen(parentModifiers)
  }

  /// The lines from the first to the closing brace, both counted; nil without a body.
  var length: Int? { lastLine.map { $0 - line + 1 } }

  private static let accessLevels = [
    "public", "open", "package", "internal", "fileprivate", "private",
  ]

  private func isOpen(_ modifiers: [String]) -> Bool {
    modifiers.contains("public") || modifiers.contains("open")
  }
}
