/// Budgets for the length of lines, functions and files.
enum ShapeRules {
  static let fileLimit = 400
  static let medianFileLimit = 150
  static let lineLimit = 100
  static let functionLimit = 80
  /// The median must stay below it.
  static let medianFunctionLimit = 8

  static func longFiles(_ files: [SourceFile]) -> [Offence] {
    files.filter { $0.lines.count > fileLimit }.map {
      Offence(path: $0.path, reason: "\($0.lines.count) lines, more than \(fileLimit)")
    }
  }

  static func longLines(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      file.lines.enumerated().filter { $1.utf8.count > lineLimit && $1.count > lineLimit }.map {
        Offence(
          path: file.path, line: $0 + 1, reason: "\($1.count) columns, more than \(lineLimit)")
      }
    }
  }

  static func longFunctions(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      functions(file).filter { ($0.length ?? 0) > functionLimit }.map {
        Offence(
          path: file.path, line: $0.line,
          reason: "\($0.name) has \($0.length ?? 0) lines, more than \(functionLimit)")
      }
    }
  }

  /// Files whose functions cannot be measured.
  static func unbalancedFiles(_ files: [SourceFile]) -> [Offence] {
    files.filter { !$0.isBalanced }.map {
      Offence(path: $0.path, reason: "the scanner finds braces that do not balance")
    }
  }

  static func medianFileLength(_ files: [SourceFile]) -> Int { median(files.map(\.lines.count)) }

  static func medianFunctionLength(_ files: [SourceFile]) -> Int {
    median(files.flatMap(functions).compactMap(\.length))
  }

  /// Functions, initializers, subscripts and variables with accessors that have a body.
  private static func functions(_ file: SourceFile) -> [SwiftDeclaration] {
    file.declarations.filter { declaration in
      let isCode = declaration.kind == .function || declaration.kind == .variable
      return isCode && declaration.parentKind != .protocol && declaration.length != nil
    }
  }

  private static func median(_ values: [Int]) -> Int {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
