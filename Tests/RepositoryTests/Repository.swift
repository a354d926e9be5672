import Foundation

/// The package as files on disk.
struct Repository: Sendable {
  /// The package root with the files of a checkout, read once.
  static let shared = Repository(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  let root: URL
  /// The Swift files of `Sources/`, `Tests/`, `Fonts/` and `Benchmarks/`.
  let swiftFiles: [SourceFile]
  /// The C files of `Sources/`.
  let cFiles: [SourceFile]

  /// The Swift files of `Sources/`.
  var sources: [SourceFile] { swiftFiles.filter { $0.path.hasPrefix("Sources/") } }

  /// The Swift files of the libraries, those of `Fonts/` included.
  var libraries: [SourceFile] {
    swiftFiles.filter { $0.path.hasPrefix("Sources/") || $0.path.hasPrefix("Fonts/") }
  }

  init(root: URL) {
    self.root = root
    let folders = ["Sources", "Tests", "Fonts", "Benchmarks"]
    swiftFiles = Self.files(["swift"], below: folders, root: root)
    cFiles = Self.files(["c", "h", "cpp", "hpp"], below: folders, root: root)
  }

  /// Returns the Swift files below folders, for example those of other packages.
  func swiftFiles(below folders: [String]) -> [SourceFile] {
    Self.files(["swift"], below: folders, root: root)
  }

  /// The text of a file; `nil` for a missing file.
  func text(_ path: String) -> String? { Self.text(path, root: root) }

  /// The names in a folder, sorted; empty for a missing folder.
  func names(in folder: String) -> [String] {
    let path = root.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let full = root.appendingPathComponent(path).path
    _ = unsafe FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
    return isFolder.boolValue
  }

  /// The paths git tracks; nil where git or the history is absent.
  func trackedPaths() -> [String]? {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path, "ls-files", "-z"]
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0, !data.isEmpty else { return nil }
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func files(
    _ extensions: Set<String>, below folders: [String], root: URL
  ) -> [SourceFile] {
    folders.flatMap { paths(below: $0, root: root) }
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .compactMap { path in text(path, root: root).map { SourceFile(path: path, text: $0) } }
  }

  private static func text(_ path: String, root: URL) -> String? {
    let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func paths(below folder: String, root: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    var paths: [String] = []
    while let path = all?.nextObject() as? String {
      if path.hasPrefix(".build") {
        all?.skipDescendants()
      } else {
        paths.append("\(folder)/\(path)")
      }
    }
    return paths.sorted()
  }
}

/// A source file, read and scanned.
struct SourceFile: Sendable {
  /// The path from the package root.
  let path: String
  let lines: [Substring]
  let tokens: [SwiftToken]
  let declarations: [SwiftDeclaration]
  let isBalanced: Bool

  /// Scans the text; for C files only the lines are meaningful.
  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
    let lexer = SwiftLexer(text)
    let scanner = SwiftDeclarationScanner(lexer)
    tokens = lexer.tokens
    declarations = scanner.declarations
    isBalanced = scanner.isBalanced
  }

  /// The name without folders and extension.
  var name: String {
    String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  }
}

/// A place that breaks a rule, printed as compilers print places.
struct Offence: CustomStringConvertible, Equatable {
  let path: String
  /// The line, from 1; nil for a whole file.
  var line: Int?
  let reason: String

  var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(reason)" }
}

extension [Offence] {
  /// One offence a line, for the message of a failing test.
  var report: String { map { "\n  \($0)" }.joined() }
}
