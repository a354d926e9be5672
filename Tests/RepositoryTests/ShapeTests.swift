import Foundation
import Testing

/// Limits for the length of files, functions and lines, and the figures of every module.
@Suite struct ShapeTests {
  private static let fileLimit = 500
  /// A smaller median means fragmented files, a larger one files with several subjects.
  private static let medianFile = 110...250
  private static let functionLimit = 60
  private static let lineLimit = 100

  private let repository = Repository.shared

  /// The figures are printed for information; only the median file length has limits.
  @Test func printsTheFiguresOfEveryModule() {
    let modules = Dictionary(grouping: repository.sources) { file in
      String(file.path.split(separator: "/").dropFirst().first ?? "")
    }
    let rows = modules.sorted { $0.key < $1.key }.map { Figures(name: $0.key, files: $0.value) }
    let all = Figures(name: "all", rows: rows)
    #expect(rows.count > 10 && all.files.count > 100)
    #expect(Self.medianFile.contains(Figures.share(0.5, of: all.files)))
    print(([Figures.heading] + (rows + [all]).map(\.row)).joined(separator: "\n"))
  }

  @Test func nothingIsTooLong() {
    let swift = repository.swiftFiles
    let offences =
      longFiles(swift) + longFunctions(swift) + longLines(swift + repository.cFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func everyFileCanBeMeasured() {
    let unbalanced = repository.swiftFiles.filter { !$0.isBalanced }.map(\.path)
    #expect(unbalanced.isEmpty, "the scanner finds braces that do not balance")
  }

  private func longFiles(_ files: [SourceFile]) -> [Offence] {
    files.filter { $0.lines.count > Self.fileLimit }.map {
      Offence(path: $0.path, reason: "\($0.lines.count) lines, more than \(Self.fileLimit)")
    }
  }

  private func longFunctions(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      file.functions.filter { ($0.length ?? 0) > Self.functionLimit }.map {
        Offence(
          path: file.path, line: $0.line,
          reason: "\($0.name) has \($0.length ?? 0) lines, more than \(Self.functionLimit)")
      }
    }
  }

  /// The formatter does not break comments, nor lines of C.
  private func longLines(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      file.lines.enumerated().filter {
        $1.utf8.count > Self.lineLimit && $1.count > Self.lineLimit
      }.map {
        Offence(
          path: file.path, line: $0 + 1, reason: "\($1.count) columns, more than \(Self.lineLimit)")
      }
    }
  }

  @Test func catchesLongFiles() {
    let lines = String(repeating: "let a = 1\n", count: Self.fileLimit)
    let fits = SourceFile(path: "Sources/A/Fits.swift", text: lines)
    let long = SourceFile(path: "Sources/A/Long.swift", text: lines + "let b = 1")
    #expect(longFiles([fits, long]).map(\.path) == [long.path])
  }

  @Test func catchesLongLinesByCharacters() {
    let wide = String(repeating: "ä", count: Self.lineLimit)
    let file = SourceFile(path: "Sources/A/A.swift", text: "//\n\(wide)\n\(wide)x\n")
    #expect(longLines([file]).map(\.line) == [3])
  }

  @Test(arguments: ["func f() {", "init() {", "subscript(i: Int) -> Int {", "var v: Int {"])
  func catchesLongFunctions(opening: String) {
    let body = String(repeating: "  // }\n", count: Self.functionLimit - 2)
    let text = "struct A {\n\(opening)\n\(body)}\n\(opening)\n\(body)\n}\n}\n"
    let file = SourceFile(path: "Sources/A/A.swift", text: text)
    #expect(longFunctions([file]).map(\.line) == [Self.functionLimit + 2])
  }

  @Test func countsWhatAModuleHas() {
    let figures = Figures(
      name: "A",
      files: [
        SourceFile(path: "A/A.swift", text: "public struct A { struct B {}\n public let b = 1 }"),
        SourceFile(path: "A/A+C.swift", text: "extension A {\nfunc c(b: B) {\n}\n}"),
        SourceFile(path: "A/D.swift", text: "private enum E {}\nstruct D {}\n\n"),
      ])
    #expect(figures.files == [2, 3, 4] && figures.functions == [2])
    #expect(figures.publicCount == 2)
    #expect(figures.internalTypes == 2 && figures.internalTypesWithOneUser == 1)
  }
}

/// The figures of a module.
private struct Figures {
  let name: String
  /// The lines of its files, sorted.
  let files: [Int]
  /// The lines of its functions, sorted.
  let functions: [Int]
  let publicCount: Int
  let internalTypes: Int
  /// Types with exactly one other file that names them: a sign that both belong into one file.
  let internalTypesWithOneUser: Int

  init(name: String, files: [SourceFile]) {
    self.name = name
    self.files = files.map(\.lines.count).sorted()
    functions = files.flatMap(\.functions).compactMap(\.length).sorted()
    publicCount =
      files.flatMap(\.declarations).filter { declaration in
        declaration.isPublic && declaration.kind != .import && declaration.kind != .extension
      }.count
    let words = files.map { file in Set(file.tokens.filter { $0.kind == .word }.map(\.text)) }
    var homes: [String: Set<Int>] = [:]
    var seenOutside: Set<String> = []
    for (index, file) in files.enumerated() {
      for type in file.declarations where [.type, .protocol].contains(type.kind) {
        if type.isPublic { seenOutside.insert(type.name) }
        if !type.isPrivate { homes[type.name, default: []].insert(index) }
      }
    }
    let types = homes.filter { $0.value.count == 1 && !seenOutside.contains($0.key) }
    internalTypes = types.count
    internalTypesWithOneUser =
      types.filter { name, homes in
        files.indices.filter { index in
          !homes.contains(index) && words[index].contains(name)
            && !files[index].name.hasPrefix(name + "+")
        }.count == 1
      }.count
  }

  init(name: String, rows: [Figures]) {
    self.name = name
    files = rows.flatMap(\.files).sorted()
    functions = rows.flatMap(\.functions).sorted()
    publicCount = rows.map(\.publicCount).reduce(0, +)
    internalTypes = rows.map(\.internalTypes).reduce(0, +)
    internalTypesWithOneUser = rows.map(\.internalTypesWithOneUser).reduce(0, +)
  }

  static let heading = """
    module                     files   lines  median  90 %  longest  functions: median  99 %  \
    longest   types: internal  with one user   public
    """

  var row: String {
    let columns: [(Int, Int)] = [
      (files.count, 6), (files.reduce(0, +), 8), (Self.share(0.5, of: files), 8),
      (Self.share(0.9, of: files), 6), (files.last ?? 0, 9),
      (Self.share(0.5, of: functions), 19), (Self.share(0.99, of: functions), 6),
      (functions.last ?? 0, 9), (internalTypes, 18), (internalTypesWithOneUser, 15),
      (publicCount, 9),
    ]
    let cells = columns.map { number, width in
      String(repeating: " ", count: max(1, width - "\(number)".count)) + "\(number)"
    }
    return name.padding(toLength: 26, withPad: " ", startingAt: 0) + cells.joined()
  }

  /// The quantile of sorted values.
  static func share(_ share: Double, of values: [Int]) -> Int {
    values.isEmpty ? 0 : values[min(values.count - 1, Int(share * Double(values.count)))]
  }
}

extension SourceFile {
  /// Functions, initializers, subscripts and variables with accessors that have a body.
  fileprivate var functions: [SwiftDeclaration] {
    declarations.filter { declaration in
      let isCode = declaration.kind == .function || declaration.kind == .variable
      return isCode && declaration.parentKind != .protocol && declaration.length != nil
    }
  }
}
