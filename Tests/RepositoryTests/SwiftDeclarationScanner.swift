/// Finds the declarations in a token list: one pass with a stack of open braces.
struct SwiftDeclarationScanner {
  /// The owner of an open brace: a declaration whose members count, or code.
  private struct Scope {
    let declaration: Int?
    let hasMembers: Bool
  }

  private(set) var declarations: [SwiftDeclaration] = []
  /// Whether all braces are balanced; otherwise the declarations cannot be trusted.
  private(set) var isBalanced = true

  private let tokens: [SwiftToken]
  private var scopes: [Scope] = []
  /// The declaration before its opening brace, and the parentheses open since.
  private var pending: Int?
  private var parentheses = 0
  private var modifiers: [String] = []
  private var modifierLine: Int?

  init(_ lexer: SwiftLexer) {
    tokens = lexer.tokens
    var index = 0
    while index < tokens.count { index = scan(index) }
    isBalanced = isBalanced && scopes.isEmpty
  }

  /// Reads the declaration at `index`, and returns the index to continue at.
  private mutating func scan(_ index: Int) -> Int {
    let token = tokens[index]
    switch (token.kind, token.text) {
    case (.mark, "{"): openBrace()
    case (.mark, "}"): closeBrace(token.line)
    case (.mark, "("), (.mark, "["): parentheses += 1
    case (.mark, ")"), (.mark, "]"): parentheses -= 1
    case (.mark, "@") where isAttribute(index):
      addModifier("@" + tokens[index + 1].text, line: token.line)
      return behindArguments(index + 2)
    case (.word, let word) where startsDeclaration(index):
      if Self.modifierWords.contains(word) || isClassModifier(index) {
        addModifier(word, line: token.line)
        return behindArguments(index + 1)
      }
      if let kind = Self.keywords[word] { return declare(kind, at: index) }
      clearModifiers()
    default: clearModifiers()
    }
    return index + 1
  }

  private mutating func declare(_ kind: SwiftDeclaration.Kind, at index: Int) -> Int {
    let (name, next) = name(of: kind, at: index)
    let outer = scopes.last?.declaration.map { declarations[$0] }
    let line = modifierLine ?? tokens[index].line
    let declaration = SwiftDeclaration(
      kind: kind, name: name, modifiers: modifiers, line: line,
      keywordLine: tokens[index].line, isTopLevel: scopes.isEmpty,
      parentKind: outer?.kind)
    declarations.append(declaration)
    pending = kind == .import || kind == .alias ? nil : declarations.count - 1
    parentheses = 0
    clearModifiers()
    return next
  }

  private mutating func openBrace() {
    let owner = parentheses == 0 ? pending : nil
    let kind = owner.map { declarations[$0].kind }
    let hasMembers = kind == .type || kind == .extension || kind == .protocol
    scopes.append(Scope(declaration: owner, hasMembers: hasMembers))
    if owner != nil { pending = nil }
    clearModifiers()
  }

  private mutating func closeBrace(_ line: Int) {
    if let owner = scopes.popLast() {
      if let index = owner.declaration { declarations[index].lastLine = line }
    } else {
      isBalanced = false
    }
    clearModifiers()
  }

  private mutating func addModifier(_ word: String, line: Int) {
    if modifierLine == nil { modifierLine = line }
    modifiers.append(word)
  }

  private mutating func clearModifiers() {
    modifiers = []
    modifierLine = nil
  }
}

// MARK: - Looking at tokens

extension SwiftDeclarationScanner {
  private static let keywords: [String: SwiftDeclaration.Kind] = [
    "struct": .type, "class": .type, "enum": .type, "actor": .type, "extension": .extension,
    "protocol": .protocol, "func": .function, "init": .function, "deinit": .function,
    "subscript": .function, "var": .variable, "let": .variable, "case": .enumCase,
    "typealias": .alias, "associatedtype": .alias, "operator": .operator,
    "precedencegroup": .operator, "import": .import, "macro": .function,
  ]

  private static let modifierWords: Set<String> = [
    "public", "open", "package", "internal", "fileprivate", "private", "static", "final",
    "override", "required", "convenience", "mutating", "nonmutating", "consuming", "borrowing",
    "nonisolated", "isolated", "distributed", "lazy", "weak", "unowned", "dynamic", "optional",
    "indirect", "prefix", "postfix", "infix", "unsafe", "safe", "async", "sending",
  ]

  /// Whether a declaration may begin here: members are being read, or a function in code.
  private func startsDeclaration(_ index: Int) -> Bool {
    let before = index > 0 ? tokens[index - 1].text : ""
    guard before != ".", parentheses <= 0 || pending == nil else { return false }
    if isLabel(index) { return false }
    if scopes.last?.hasMembers ?? true {
      return tokens[index].text != "actor" || index + 1 < tokens.count && isName(index + 1)
    }
    return tokens[index].text == "func"
  }

  private func isLabel(_ index: Int) -> Bool {
    index + 1 < tokens.count && tokens[index + 1].text == ":"
  }

  private func isName(_ index: Int) -> Bool { tokens[index].kind == .word }

  private func isAttribute(_ index: Int) -> Bool {
    (scopes.last?.hasMembers ?? true) && parentheses <= 0 && index + 1 < tokens.count
      && isName(index + 1)
  }

  /// Whether `class` is a modifier of a member, as in `class func` and `class var`.
  private func isClassModifier(_ index: Int) -> Bool {
    guard tokens[index].text == "class", index + 1 < tokens.count else { return false }
    let next = tokens[index + 1].text
    return ["func", "var", "let", "subscript"].contains(next) || Self.modifierWords.contains(next)
  }

  /// The index behind a parenthesized list, if one begins at `index`.
  private func behindArguments(_ index: Int) -> Int {
    guard index < tokens.count, tokens[index].text == "(",
      tokens[index].line == tokens[index - 1].line
    else { return index }
    var depth = 0
    for next in index..<tokens.count where tokens[next].kind == .mark {
      if tokens[next].text == "(" { depth += 1 }
      if tokens[next].text == ")" { depth -= 1 }
      if depth == 0 { return next + 1 }
    }
    return tokens.count
  }

  private func name(of kind: SwiftDeclaration.Kind, at index: Int) -> (String, next: Int) {
    let keyword = tokens[index].text
    if ["init", "deinit", "subscript"].contains(keyword) { return (keyword, index + 1) }
    var next = index + 1
    if kind == .import, next < tokens.count, Self.keywords[tokens[next].text] != nil { next += 1 }
    guard next < tokens.count else { return ("", next) }
    if !isName(next) { return operatorName(next) }
    var name = tokens[next].text
    while kind == .extension || kind == .import, next + 2 < tokens.count,
      tokens[next + 1].text == ".", isName(next + 2)
    {
      if kind == .extension { name += "." + tokens[next + 2].text }
      next += 2
    }
    return (name, next + 1)
  }

  private func operatorName(_ index: Int) -> (String, next: Int) {
    let marks = tokens[index...].prefix { $0.kind == .mark && !"(){},".contains($0.text) }
    return (marks.map(\.text).joined(), index + marks.count)
  }
}

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
  /// The line of the keyword; arguments of an attribute, as of a test, are not part of the body.
  let keywordLine: Int
  /// Whether it is outside of other declarations.
  let isTopLevel: Bool
  /// The kind of the declaration around it.
  let parentKind: Kind?
  /// The line of the closing brace; nil without a body.
  var lastLine: Int?

  /// Whether `public` or `open` is written on it.
  var isPublic: Bool { modifiers.contains("public") || modifiers.contains("open") }

  /// Whether only its own file sees it.
  var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

  /// The lines from the keyword to the closing brace, both counted; nil without a body.
  var length: Int? { lastLine.map { $0 - keywordLine + 1 } }
}
