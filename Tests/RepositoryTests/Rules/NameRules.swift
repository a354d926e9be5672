/// One type per file, named as the file, and names that say something.
///
/// A `main.swift` is a whole program, an example on one page, and may declare what it likes.
enum NameRules {
  /// Words that promise nothing about what a type does.
  static let emptyWords = ["Manager", "Helper", "Utils", "Utilities"]

  static func crowdedFiles(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      visibleTypes(of: file).dropFirst().map {
        Offence(path: file.path, line: $0.line, reason: "\($0.name) is a second type in the file")
      }
    }
  }

  static func misnamedFiles(_ files: [SourceFile]) -> [Offence] {
    files.compactMap { file in
      if let type = visibleTypes(of: file).first {
        guard type.name != file.subject else { return nil }
        return Offence(
          path: file.path, line: type.line, reason: "\(type.name) is not the name of the file")
      }
      guard file.name.contains("+") else { return nil }
      let extended = file.declarations.filter { $0.isTopLevel && $0.kind == .extension }
      let isNamed = extended.contains {
        $0.name == file.subject || $0.name.hasPrefix(file.subject + ".")
      }
      return isNamed ? nil : Offence(path: file.path, reason: "extends no \(file.subject)")
    }
  }

  static func repeatedNames(_ files: [SourceFile]) -> [Offence] {
    var seen: [String: String] = [:]
    return files.compactMap { file in
      let key = "\(file.module)/\(file.name)"
      defer { seen[key] = file.path }
      return seen[key].map { Offence(path: file.path, reason: "named as \($0)") }
    }
  }

  static func emptyNames(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      let types = file.declarations.filter { $0.kind == .type || $0.kind == .protocol }
      let places = [(file.name, nil)] + types.map { ($0.name, Optional($0.line)) }
      return places.filter { place in emptyWords.contains { place.0.contains($0) } }.map {
        Offence(path: file.path, line: $0.1, reason: "\($0.0) says nothing about what it does")
      }
    }
  }

  private static func visibleTypes(of file: SourceFile) -> [SwiftDeclaration] {
    guard file.name != "main" else { return [] }
    return file.declarations.filter { declaration in
      let isType = declaration.kind == .type || declaration.kind == .protocol
      let isHidden = ["private", "fileprivate"].contains(where: declaration.modifiers.contains)
      return isType && declaration.isTopLevel && !isHidden
    }
  }
}
