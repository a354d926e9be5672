/// A source file, read and scanned.
struct SourceFile: Sendable {
  /// The path from the package root.
  let path: String
  let lines: [Substring]
  let tokens: [SwiftToken]
  let comments: [SwiftComment]
  let declarations: [SwiftDeclaration]
  let isBalanced: Bool

  /// Scans the text; of a C file only lines and comments mean something.
  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
    let lexer = SwiftLexer(text)
    let scanner = SwiftDeclarationScanner(lexer)
    tokens = lexer.tokens
    comments = lexer.comments
    declarations = scanner.declarations
    isBalanced = scanner.isBalanced
  }

  private var folders: [Substring] { path.split(separator: "/").dropLast() }

  /// The target: the folder in `Sources/` or `Tests/`, or the target that `Fonts/` is.
  var module: String {
    if path.hasPrefix("Fonts/") { return "LinecasterBundledFonts" }
    if path.hasPrefix("Sources/Examples/") {
      return folders.dropFirst(2).first.map(String.init) ?? ""
    }
    return folders.dropFirst().first.map(String.init) ?? ""
  }

  /// The name without folders and extension.
  var name: String {
    let last = path.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }

  /// What stands before the `+` of the name.
  var subject: String { String(name.split(separator: "+").first ?? "") }

  var isInCInterop: Bool { folders.contains("CInterop") }
}
