import Testing

/// No number from outside ends the process.
///
/// The standard library's conversions of fractions to integers trap if the value does not fit.
/// `LinecasterBase` has saturating ones, which the compiler prefers in files that import it. All
/// files that convert must import it.
@Suite struct NumberTests {
  private static let manifest = Manifest(Repository.shared.text("Package.swift") ?? "")
  private static let geometry = "LinecasterBase"
  /// The module that re-exports `LinecasterBase`.
  private static let umbrella = "Linecaster"

  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  /// Integers without bytes, which are pixels, text and channels of colours.
  private static let numbers = integers.union(["Double", "Float"]).subtracting(["UInt8"])

  @Test func whatConvertsSeesOurConversions() {
    let offences = hiddenConversions(in: Repository.shared.libraries, of: Self.manifest)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  /// Files that convert without seeing our conversions, in modules that may have fractions.
  private func hiddenConversions(in files: [SourceFile], of manifest: Manifest) -> [Offence] {
    files.flatMap { file -> [Offence] in
      let target = manifest.target(ofFile: file.path)
      let imports = file.declarations.filter { $0.kind == .import }.map(\.name)
      guard target?.name != Self.geometry, !imports.contains(Self.geometry),
        !imports.contains(Self.umbrella)
      else { return [] }
      let mayImport = target?.dependencies.contains(Self.geometry) ?? true
      return file.tokens.indices.filter { index in
        mayImport ? converts(file.tokens[index...]) : isFraction(file.tokens[index])
      }.map {
        let reason =
          mayImport ? "converts without importing \(Self.geometry)" : "has fractions without it"
        return Offence(path: file.path, line: file.tokens[$0].line, reason: reason)
      }
    }
  }

  private func isFraction(_ token: SwiftToken) -> Bool {
    token.kind == .word && ["Double", "Float"].contains(token.text)
  }

  /// Whether tokens begin with a conversion without a label, or pass one on.
  private func converts(_ tokens: ArraySlice<SwiftToken>) -> Bool {
    var texts = tokens.prefix(6).map(\.text)[...]
    guard let first = tokens.first, first.kind == .word, Self.integers.contains(first.text) else {
      return false
    }
    texts = texts.dropFirst()
    let isNamed = texts.starts(with: [".", "init"])
    if isNamed { texts = texts.dropFirst(2) }
    guard texts.first == "(" else { return isNamed }
    return texts.dropFirst(2).first != ":"
  }

  @Test func catchesConversionsThatOursAreHiddenFrom() {
    let manifest = Manifest(
      """
      let package = Package(
        name: "p",
        targets: [
          .target(name: "LinecasterBase"), .target(name: "LA"),
          .target(name: "LB", dependencies: ["LinecasterBase"]),
        ])
      """)
    func lines(_ path: String, _ text: String) -> [Int?] {
      hiddenConversions(in: [SourceFile(path: path, text: text)], of: manifest).map(\.line)
    }
    let text = "let a = Int(b)\nlet c = d.map(UInt8.init)\nlet e: Int = Int(clamping: f)"
    #expect(lines("Sources/LB/A.swift", text) == [1, 2])
    #expect(lines("Sources/LB/A.swift", "import LinecasterBase\n" + text) == [])
    #expect(lines("Sources/LA/A.swift", text) == [])
    #expect(lines("Sources/LA/A.swift", text + "\nlet g = Double(a)") == [4])
    #expect(lines("Sources/LinecasterBase/A.swift", text) == [])
  }
}

extension NumberTests {
  /// Every public function that takes a number is named in the tests of extreme numbers.
  @Test func everyPublicNumberIsTried() throws {
    let files = Repository.shared.libraries.filter { file in
      file.path.hasPrefix("Sources/Linecaster") && !file.path.contains("Command/")
    }
    let tried = Set(
      Repository.shared.swiftFiles.filter { file in
        file.name == "ExtremeNumbersTests" || file.name.hasSuffix("ExtremesTests")
      }.flatMap { $0.tokens.filter { $0.kind == .word }.map(\.text) })
    let entries = files.flatMap(entries)
    let properties = files.flatMap(settableNumbers)
    #expect(entries.count > 80 && properties.count > 30 && tried.count > 100)
    let missing = (entries + properties).filter {
      !tried.contains($0.name) && !Self.exempt.contains($0.name)
    }
    .map {
      Offence(path: $0.path, line: $0.line, reason: "\($0.name) is in no ExtremeNumbersTests")
    }
    #expect(missing.isEmpty, "\(missing.report)")
  }

  /// Functions that only pass on or hash a number.
  private static let exempt: Set<String> = [
    // Seeds and hashes are any 64 bits.
    "differenceHash", "hash", "FeedEditor",
    // Numbers for the place of an error.
    "FeedError",
    // Properties of results, which the library does not read again.
    "nanoseconds", "texelX", "texelY", "texelWidth", "texelHeight", "u", "v",
  ]

  private struct Entry {
    let path: String
    let line: Int
    /// The function, the property, or the type of an initializer.
    let name: String
  }

  /// The public functions and initializers of a file that take a number.
  private func entries(of file: SourceFile) -> [Entry] {
    let types = file.declarations.filter { $0.kind == .type || $0.kind == .extension }
    return file.declarations.filter { $0.kind == .function && $0.isPublic }.compactMap { function in
      guard takesNumber(function, in: file) else { return nil }
      let owner = types.last {
        $0.keywordLine <= function.line && $0.lastLine ?? .max >= function.line
      }
      let isNamed = !["init", "subscript"].contains(function.name)
      let name = isNamed ? function.name : owner?.name ?? function.name
      return Entry(path: file.path, line: function.line, name: name.lastWord)
    }
  }

  /// The public settable properties of a file that are numbers.
  private func settableNumbers(of file: SourceFile) -> [Entry] {
    file.declarations.filter { $0.kind == .variable && $0.isPublic && !$0.isPrivate }
      .compactMap { property in
        let start = file.tokens.firstIndex {
          $0.line >= property.keywordLine && ["var", "let"].contains($0.text)
        }
        guard let start, isSettableNumber(file.tokens[start...]) else { return nil }
        return Entry(path: file.path, line: property.line, name: property.name)
      }
  }

  /// Whether tokens begin with a property that is stored or has a setter, of a type with a number.
  private func isSettableNumber(_ tokens: ArraySlice<SwiftToken>) -> Bool {
    guard let first = tokens.first, first.text == "var" else { return false }
    let type = tokens.dropFirst(2).prefix {
      $0.line == first.line && !["=", "{"].contains($0.text)
    }
    guard type.first?.text == ":",
      type.contains(where: { $0.kind == .word && Self.numbers.contains($0.text) })
    else { return false }
    let rest = tokens[type.endIndex...]
    guard let open = rest.first, open.text == "{" else { return true }
    var depth = 0
    for token in rest {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      if depth == 0 { return false }
      if depth == 1, ["set", "didSet", "willSet", "_modify"].contains(token.text) { return true }
    }
    return false
  }

  @Test func knowsPropertiesThatAreSetToNumbers() {
    let text = """
      public struct A {
        public var a: Double
        public var b: [Int]? = nil
        public var c: String
        public let d: Int
        public private(set) var e: Double = 0
        public var f: Double { a + 1 }
        public var g: Double {
          get { a }
          set { a = newValue }
        }
        var h: Double
        public var i: Double {
          didSet { a = i }
        }
      }
      """
    let file = SourceFile(path: "Sources/LinecasterA/A.swift", text: text)
    #expect(settableNumbers(of: file).map(\.name) == ["a", "b", "g", "i"])
  }

  /// Whether the parameters of a function include a numeric type.
  private func takesNumber(_ function: SwiftDeclaration, in file: SourceFile) -> Bool {
    let start = file.tokens.firstIndex {
      $0.line >= function.keywordLine && ["func", "init", "subscript"].contains($0.text)
    }
    guard let start, let open = file.tokens[start...].firstIndex(where: { $0.text == "(" }) else {
      return false
    }
    var depth = 0
    for token in file.tokens[open...] {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { return false }
      if token.kind == .word, Self.numbers.contains(token.text) { return true }
    }
    return false
  }
}

extension String {
  /// The name of a type without its outer types.
  fileprivate var lastWord: String { split(separator: ".").last.map(String.init) ?? self }
}
