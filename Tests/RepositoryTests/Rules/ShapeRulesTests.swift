import Testing

@Suite struct ShapeRulesTests {
  private let repository = Repository.shared

  @Test func filesAreWithinBudget() {
    let offences = ShapeRules.longFiles(repository.swiftFiles)
    #expect(offences.isEmpty, "\(offences.report)")
    #expect(ShapeRules.medianFileLength(repository.sources) <= ShapeRules.medianFileLimit)
  }

  @Test func linesAreWithinBudget() {
    let offences = ShapeRules.longLines(repository.swiftFiles + repository.cFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func functionsAreWithinBudget() {
    let offences = ShapeRules.longFunctions(repository.swiftFiles)
    #expect(offences.isEmpty, "\(offences.report)")
    #expect(ShapeRules.medianFunctionLength(repository.sources) < ShapeRules.medianFunctionLimit)
  }

  @Test func everyFileCanBeMeasured() {
    #expect(repository.sources.count > 20)
    let offences = ShapeRules.unbalancedFiles(repository.swiftFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func catchesLongFiles() {
    let lines = String(repeating: "let a = 1\n", count: ShapeRules.fileLimit)
    let fits = SourceFile(path: "Sources/A/Fits.swift", text: lines)
    let long = SourceFile(path: "Sources/A/Long.swift", text: lines + "let b = 1")
    #expect(ShapeRules.longFiles([fits, long]).map(\.path) == [long.path])
    #expect(ShapeRules.medianFileLength([fits, long, long]) == ShapeRules.fileLimit + 1)
  }

  @Test func catchesLongLinesByCharacters() {
    let wide = String(repeating: "ä", count: ShapeRules.lineLimit)
    let file = SourceFile(path: "Sources/A/A.swift", text: "//\n\(wide)\n\(wide)x\n")
    #expect(ShapeRules.longLines([file]).map(\.line) == [3])
  }

  @Test(arguments: ["func f() {", "init() {", "subscript(i: Int) -> Int {", "var v: Int {"])
  func catchesLongFunctions(opening: String) {
    let body = String(repeating: "  // }\n", count: ShapeRules.functionLimit - 2)
    let text = "struct A {\n\(opening)\n\(body)}\n\(opening)\n\(body)\n}\n}\n"
    let file = SourceFile(path: "Sources/A/A.swift", text: text)
    #expect(ShapeRules.longFunctions([file]).map(\.line) == [ShapeRules.functionLimit + 2])
    #expect(ShapeRules.medianFunctionLength([file]) == ShapeRules.functionLimit + 1)
  }

  @Test func catchesUnbalancedFiles() {
    let file = SourceFile(path: "Sources/A/A.swift", text: "struct A {")
    #expect(ShapeRules.unbalancedFiles([file]).map(\.path) == [file.path])
  }
}
